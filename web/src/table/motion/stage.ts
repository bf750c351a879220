/* Plays a plan on the page: pictures that fly over it, and dust, light and boulders on the board. Everything is set going at
   once with its delay, so that a tap can finish it and a test can stop it at any moment. */
import './motion.css';
import { face } from '../../art/faces';
import type { Spec } from '../../art';
import { CELL, STEP } from '../camera';
import type { Spot } from '../offers';
import { Glimmer, type Glint } from './glimmer';
import { TIMES, type Anchor, type Beat, type Span } from './plan';

/** What the board tells of itself. */
export interface Ground {
  /** A layer that moves with the board, in its own units. */
  layer(): HTMLElement | null;
  /** Where a place is in the window. */
  rect(spot: Spot): DOMRect | null;
}

const CRACK = 'M0 40L22 55L38 35L55 62L72 42L100 58';
const EDGE = 'rotateY(-90deg) scale(1.1)'; // seen from the side: not at all
const OUT = 'cubic-bezier(.2,.8,.2,1)', DROP = 'cubic-bezier(.3,1.4,.5,1)';

const SURVEY = 250; // milliseconds after a change, when it has been drawn
const measured = (where: string): DOMRect | null => document.querySelector(where)?.getBoundingClientRect() ?? null;

export const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export class Stage {
  private readonly host: HTMLElement;
  private readonly ground: Ground;
  private readonly running = new Map<Animation, () => void>();
  private readonly glimmer: Glimmer;
  private readonly places = new Map<string, DOMRect>();
  private surveyed = 0;
  private wide = innerWidth;

  constructor(host: HTMLElement, ground: Ground) {
    this.host = host;
    this.ground = ground;
    this.glimmer = new Glimmer((spot) => ground.rect(spot), CELL.w);
    addEventListener('resize', this.moved);
    addEventListener('scroll', this.moved, true); // a strip of many players
    this.surveySoon();
  }

  /** `held`: where a card of your own was taken from. */
  perform(beats: Beat[], held: DOMRect | null): void {
    this.finish();
    if (still() || document.hidden) return;
    for (const beat of beats) this.beat(beat, held);
    const over = this.ground.layer()?.closest<HTMLElement>('.wrap');
    if (over) this.glimmer.play(beats.flatMap(glints), over);
    this.surveySoon();
  }

  /** Whatever moves is where it was going. */
  finish(): void {
    for (const [animation, end] of this.running) {
      animation.cancel();
      end();
    }
    this.glimmer.clear();
  }

  private run(el: HTMLElement, frames: Keyframe[], beat: Span, easing = 'linear', after = () => el.remove(), fill: FillMode = 'backwards'): void {
    const animation = el.animate(frames, { delay: beat.at, duration: beat.lasts, easing, fill });
    const end = () => {
      this.running.delete(animation);
      after();
    };
    animation.onfinish = end;
    this.running.set(animation, end);
  }

  private beat(beat: Beat, held: DOMRect | null): void {
    switch (beat.kind) {
      case 'fly': return this.fly(beat, held);
      case 'land': return this.inPlace(beat.spot, [{ transform: 'translateY(-12px) scale(1.1)' }, { transform: 'none' }], beat, DROP);
      case 'turn':
        this.put(beat.back, beat.spot, '', [{ transform: 'rotateY(0)' }, { transform: 'rotateY(90deg)' }], { ...beat, lasts: beat.lasts / 2 }, 'ease-in');
        return this.inPlace(beat.spot, [{ transform: EDGE }, { transform: 'none' }], { at: beat.at + beat.lasts / 2, lasts: beat.lasts / 2 }, 'ease-out');
      case 'leave': return this.put(beat.card, beat.spot, '', [{ opacity: 1 }, { opacity: 1, offset: Math.max(0, 1 - TIMES.dim / beat.lasts) }, { opacity: 0 }], beat);
      case 'glow': case 'dust': return; // see glints
      case 'boulders': return this.boulders(beat);
      case 'eye': return this.put({ kind: 'icon', icon: 'eye' }, beat.spot, 'eye', [{ opacity: 0, transform: 'translate(18px, 60px) scale(.4)' }, { opacity: 1, transform: 'translate(18px, 43px) scale(1)', offset: 0.25 }, { opacity: 1, transform: 'translate(18px, 43px)', offset: 0.75 }, { opacity: 0, transform: 'translate(18px, 20px)' }], beat);
      case 'shake': {
        const layer = this.ground.layer()?.parentElement;
        if (layer) this.run(layer, [0, 3, -3, 3, -2, 0].map((by) => ({ translate: `${by}px ${by / 3}px` })), beat, 'ease-in', () => {});
        return;
      }
      case 'walk': return this.walk(beat);
      case 'crack': return this.crack(beat);
      case 'mend': return this.onPanel(beat.seat, 'mending', [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }], beat);
    }
  }

  /* ------------------------------------------------------------ over the page */

  private rect(anchor: Anchor): DOMRect | null {
    if ('spot' in anchor) return this.ground.rect(anchor.spot);
    const where = 'pile' in anchor ? `[data-pile="${anchor.pile}"]` : `[data-seat="${anchor.seat}"] .av`;
    return this.places.get(where) ?? measured(where);
  }

  /** Where players and piles are is looked up while nothing has changed: to ask right after a change lays out the page twice. */
  private survey(): void {
    this.places.clear();
    for (const el of document.querySelectorAll<HTMLElement>('[data-pile], .pl[data-seat]')) {
      const { pile, seat } = el.dataset, where = pile ? `[data-pile="${pile}"]` : `[data-seat="${seat}"] .av`, box = measured(where);
      if (box) this.places.set(where, box);
    }
  }
  private surveySoon(): void {
    clearTimeout(this.surveyed);
    this.surveyed = window.setTimeout(() => this.survey(), SURVEY);
  }
  private readonly moved = () => {
    this.wide = innerWidth;
    this.places.clear();
    this.surveySoon();
  };

  end(): void {
    this.finish();
    clearTimeout(this.surveyed);
    removeEventListener('resize', this.moved);
    removeEventListener('scroll', this.moved, true);
  }

  private fly(beat: Extract<Beat, { kind: 'fly' }>, held: DOMRect | null): void {
    const to = this.rect(beat.to), mine = beat.own ? held : null, from = mine ?? this.rect(beat.from);
    if (!from || !to) return;
    const img = document.createElement('img');
    img.src = face(beat.card);
    img.alt = '';
    this.host.append(img);
    const lie = (box: DOMRect, scale: number, dx = 0) => `translate(${box.left + box.width / 2 - 44 + dx}px, ${box.top + box.height / 2 - 66}px) scale(${scale})`;
    const board = 'spot' in beat.to, end = lie(to, board ? to.width / 88 : 0.32);
    const tail: Keyframe[] = board ? [{ transform: end }] : [{ transform: end, opacity: 1, offset: 0.95 }, { transform: end, opacity: 0 }];
    if (mine || 'pile' in beat.from) {
      this.run(img, [{ transform: lie(from, mine ? mine.width / 88 : 0.5), easing: OUT }, ...tail], beat);
      return;
    }
    const risen = TIMES.rise / (TIMES.rise + TIMES.fly), shown = lie(from, 0.82, this.wide < 700 ? 0 : 84);
    this.run(img, [{ transform: lie(from, 0.3), opacity: 0, easing: OUT }, { transform: shown, opacity: 1, offset: risen * 0.6 }, { transform: shown, opacity: 1, offset: risen, easing: OUT }, ...tail], beat);
  }

  private onPanel(seat: number, name: string, frames: Keyframe[], beat: Span): void {
    const el = document.createElement('div');
    el.className = name;
    document.querySelector(`.pl[data-seat="${seat}"]`)?.append(el);
    this.run(el, frames, beat);
  }

  /** The crack runs across the panel: a window slides open over a line that stays where it is. */
  private crack(beat: Span & { seat: number }): void {
    const panel = document.querySelector(`.pl[data-seat="${beat.seat}"]`), box = document.createElement('div'), pane = document.createElement('div');
    if (!panel) return;
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg'), path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    box.className = 'crack';
    svg.setAttribute('viewBox', '0 0 100 100');
    svg.setAttribute('preserveAspectRatio', 'none');
    path.setAttribute('d', CRACK);
    svg.append(path);
    const inner = document.createElement('div');
    inner.append(svg);
    pane.append(inner);
    box.append(pane);
    panel.append(box);
    const run = { at: beat.at, lasts: beat.lasts * 0.36 };
    this.run(pane, [{ transform: 'translateX(-100%)' }, { transform: 'none' }], run, 'linear', () => {});
    this.run(inner, [{ transform: 'translateX(100%)' }, { transform: 'none' }], run, 'linear', () => {});
    this.run(box, [{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }], beat);
  }

  /* ------------------------------------------------------------- on the board */

  /** Step by step from where it stood, with a hop at each. */
  private walk(beat: Extract<Beat, { kind: 'walk' }>): void {
    const figure = this.ground.layer()?.parentElement?.querySelector<HTMLElement>(`[data-piece="dwarf"][data-of="${beat.seat}"]`), end = beat.path.at(-1)!;
    if (!figure) return;
    const at = (spot: Spot, up = 0) => `translate(${(spot.x - end.x) * STEP.x}px, ${(spot.y - end.y) * STEP.y - up}px)`;
    const frames = beat.path.flatMap((spot, i): Keyframe[] => {
      const next = beat.path[i + 1];
      return [{ transform: at(spot) }, ...(next ? [{ transform: at({ x: (spot.x + next.x) / 2, y: (spot.y + next.y) / 2 }, 14) }] : [])];
    });
    this.run(figure, frames, beat, 'linear', () => {});
  }

  /** The card of a cell, in its stead and over all others: moved in its own place, it would part the cards into layers. */
  private inPlace(spot: Spot, frames: Keyframe[], beat: Span, easing: string): void {
    const cell = this.ground.layer()?.parentElement?.querySelector<HTMLElement>(`[data-at="${spot.x},${spot.y}"]`), seen = cell?.querySelector('img');
    if (!cell || !seen) return;
    cell.style.visibility = 'hidden';
    const img = this.picture(seen.src, spot, 'stead'), shown = () => {
      img.remove();
      cell.style.visibility = '';
    };
    this.run(img, frames.map((frame) => ({ ...frame, opacity: 1 })), beat, easing, shown, 'none');
  }

  private put(card: Spec, spot: Spot, name: string, frames: Keyframe[], beat: Span, easing = 'linear'): void {
    this.run(this.picture(face(card), spot, name), frames, beat, easing);
  }

  private picture(src: string, spot: Spot, name: string): HTMLImageElement {
    const img = document.createElement('img');
    img.className = name;
    img.src = src;
    img.alt = '';
    img.style.left = `${spot.x * STEP.x}px`;
    img.style.top = `${spot.y * STEP.y}px`;
    this.ground.layer()?.append(img);
    return img;
  }

  private boulders(beat: Span & { spot: Spot }): void {
    for (const [x, y, late] of [[4, 20, 0], [46, 46, 60], [12, 84, 110], [50, 2, 30]] as const) {
      this.put({ kind: 'icon', icon: 'stone' }, beat.spot, 'rock', [{ opacity: 0, transform: `translate(${x}px, ${y - 190}px) rotate(-60deg)`, easing: 'ease-in' }, { opacity: 1, transform: `translate(${x}px, ${y}px)`, offset: 0.3 }, { opacity: 1, transform: `translate(${x}px, ${y}px)`, offset: 0.75 }, { opacity: 0, transform: `translate(${x}px, ${y + 14}px)` }], { at: beat.at + late, lasts: beat.lasts * 1.6 });
    }
  }
}

/* What is soft is drawn by the glimmer: light that runs over a card, and twelve puffs of dust round one. */
const PUFFS = Array.from({ length: 12 }, (_, i) => (i / 12) * Math.PI * 2);
const rise = (t: number, peak: number) => (t < peak ? t / peak : (1 - t) / (1 - peak));

function glints(beat: Beat): Glint[] {
  if (beat.kind === 'glow') return [{ ...beat, colour: 'light', look: (t) => ({ x: CELL.w / 2, y: CELL.h / 2, w: CELL.w, h: CELL.h, alpha: 0.95 * rise(t, 0.35) }) }];
  if (beat.kind !== 'dust') return [];
  return PUFFS.map((turn) => ({
    ...beat, colour: 'dust',
    look: (t) => {
      const far = 1 - (1 - t) * (1 - t), size = 46 * (0.6 + 1.1 * far);
      return { x: CELL.w / 2 + Math.cos(turn) * (34 + 40 * far), y: CELL.h / 2 + Math.sin(turn) * (58 + 40 * far), w: size, h: size, alpha: 0.9 * rise(t, 0.05) };
    },
  }));
}
