/* Plays a plan on the page: pictures that fly over it, and dust, light and boulders on the board. Everything is set going at
   once with its delay, so that a tap can finish it and a test can stop it at any moment. */
import './motion.css';
import { face } from '../../art/faces';
import type { Spec } from '../../art';
import { CELL, STEP } from '../camera';
import type { Spot } from '../offers';
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

export const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export class Stage {
  private readonly host: HTMLElement;
  private readonly ground: Ground;
  private readonly running = new Map<Animation, () => void>();

  constructor(host: HTMLElement, ground: Ground) {
    this.host = host;
    this.ground = ground;
  }

  /** `held`: where a card of your own was taken from. */
  perform(beats: Beat[], held: DOMRect | null): void {
    this.finish();
    if (still() || document.hidden) return;
    for (const beat of beats) this.beat(beat, held);
  }

  /** Whatever moves is where it was going. */
  finish(): void {
    for (const [animation, end] of this.running) {
      animation.cancel();
      end();
    }
  }

  private run(el: HTMLElement, frames: Keyframe[], beat: Span, easing = 'linear', gone = true): void {
    const animation = el.animate(frames, { delay: beat.at, duration: beat.lasts, easing, fill: 'backwards' });
    const end = () => {
      this.running.delete(animation);
      if (gone) el.remove();
    };
    animation.onfinish = end;
    this.running.set(animation, end);
  }

  private beat(beat: Beat, held: DOMRect | null): void {
    switch (beat.kind) {
      case 'fly': return this.fly(beat, held);
      case 'hide': return this.onCell(beat.spot, [{ opacity: 0 }, { opacity: 0 }], beat);
      case 'land': return this.onCell(beat.spot, [{ transform: 'translateY(-12px) scale(1.1)' }, { transform: 'none' }], beat, DROP);
      case 'turn':
        this.put('img', beat.spot, '', [{ transform: 'rotateY(0)' }, { transform: 'rotateY(90deg)' }], { ...beat, lasts: beat.lasts / 2 }, 'ease-in', beat.back);
        return this.onCell(beat.spot, [{ transform: EDGE }, { transform: EDGE, offset: (beat.at + beat.lasts / 2) / (beat.at + beat.lasts), easing: 'ease-out' }, { transform: 'none' }], { at: 0, lasts: beat.at + beat.lasts });
      case 'leave': return this.put('img', beat.spot, '', [{ opacity: 1 }, { opacity: 1, offset: Math.max(0, 1 - TIMES.dim / beat.lasts) }, { opacity: 0 }], beat, 'linear', beat.card);
      case 'glow': return this.put('div', beat.spot, 'glow', [{ opacity: 0 }, { opacity: 0.95, offset: 0.35 }, { opacity: 0 }], beat);
      case 'dust': return this.dust(beat);
      case 'boulders': return this.boulders(beat);
      case 'eye': return this.put('img', beat.spot, 'eye', [{ opacity: 0, transform: 'translate(18px, 60px) scale(.4)' }, { opacity: 1, transform: 'translate(18px, 43px) scale(1)', offset: 0.25 }, { opacity: 1, transform: 'translate(18px, 43px)', offset: 0.75 }, { opacity: 0, transform: 'translate(18px, 20px)' }], beat, 'linear', { kind: 'icon', icon: 'eye' });
      case 'shake': {
        const layer = this.ground.layer()?.parentElement;
        if (layer) this.run(layer, [0, 3, -3, 3, -2, 0].map((by) => ({ translate: `${by}px ${by / 3}px` })), beat, 'ease-in', false);
        return;
      }
      case 'crack': return this.crack(beat);
      case 'mend': return this.onPanel(beat.seat, 'mending', [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }], beat);
    }
  }

  /* ------------------------------------------------------------ over the page */

  private rect(anchor: Anchor): DOMRect | null {
    if ('spot' in anchor) return this.ground.rect(anchor.spot);
    const where = 'pile' in anchor ? `[data-pile="${anchor.pile}"]` : `[data-seat="${anchor.seat}"] .av`;
    return document.querySelector(where)?.getBoundingClientRect() ?? null;
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
    const risen = TIMES.rise / (TIMES.rise + TIMES.fly), shown = lie(from, 0.82, this.host.clientWidth < 700 ? 0 : 84);
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
    this.run(pane, [{ transform: 'translateX(-100%)' }, { transform: 'none' }], run, 'linear', false);
    this.run(inner, [{ transform: 'translateX(100%)' }, { transform: 'none' }], run, 'linear', false);
    this.run(box, [{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }], beat);
  }

  /* ------------------------------------------------------------- on the board */

  private onCell(spot: Spot, frames: Keyframe[], beat: Span, easing = 'linear'): void {
    const cell = this.ground.layer()?.parentElement?.querySelector<HTMLElement>(`[data-at="${spot.x},${spot.y}"]`);
    if (cell) this.run(cell, frames, beat, easing, false);
  }

  private put(tag: 'div' | 'img', spot: Spot, name: string, frames: Keyframe[], beat: Span, easing = 'linear', card?: Spec): void {
    const el = document.createElement(tag);
    el.className = name;
    if (el instanceof HTMLImageElement && card) el.src = face(card);
    el.style.left = `${spot.x * STEP.x}px`;
    el.style.top = `${spot.y * STEP.y}px`;
    this.ground.layer()?.append(el);
    this.run(el, frames, beat, easing);
  }

  private dust(beat: Span & { spot: Spot }): void {
    for (let i = 0; i < 12; i++) {
      const turn = (i / 12) * Math.PI * 2, from = `translate(${CELL.w / 2 - 23 + Math.cos(turn) * 34}px, ${CELL.h / 2 - 23 + Math.sin(turn) * 58}px)`;
      const to = `translate(${CELL.w / 2 - 23 + Math.cos(turn) * 74}px, ${CELL.h / 2 - 23 + Math.sin(turn) * 98}px)`;
      this.put('div', beat.spot, 'puff', [{ opacity: 0, transform: `${from} scale(.5)` }, { opacity: 0.9, transform: `${from} scale(.6)`, offset: 0.05 }, { opacity: 0, transform: `${to} scale(1.7)` }], beat, 'ease-out');
    }
  }

  private boulders(beat: Span & { spot: Spot }): void {
    for (const [x, y, late] of [[4, 20, 0], [46, 46, 60], [12, 84, 110], [50, 2, 30]] as const) {
      this.put('img', beat.spot, 'rock', [{ opacity: 0, transform: `translate(${x}px, ${y - 190}px) rotate(-60deg)`, easing: 'ease-in' }, { opacity: 1, transform: `translate(${x}px, ${y}px)`, offset: 0.3 }, { opacity: 1, transform: `translate(${x}px, ${y}px)`, offset: 0.75 }, { opacity: 0, transform: `translate(${x}px, ${y + 14}px)` }], { at: beat.at + late, lasts: beat.lasts * 1.6 }, 'linear', { kind: 'icon', icon: 'stone' });
    }
  }
}
