/* What moves when something has happened, and when: one short scene after another, in milliseconds. Knows no page. */
import type { Spec } from '../../art';
import { backSpec } from '../../art/spec';
import type { Cell, Told } from '../../protocol';
import { cardSpec, cellSpec, deckBack, lyingSpec } from '../names';
import { at, type Spot } from '../offers';
import { faceOf } from '../box.svelte';
import { goalCell, isLit, playerAt, type View } from '../views';

/** Where a card flies from or to. */
export type Anchor = { seat: number } | { spot: Spot } | { pile: 'deck' | 'discard' };
export interface Span { at: number; lasts: number }
export type Beat = Span & (
  /** `own`: from your hand, where you have just held it. */
  | { kind: 'fly'; card: Spec; from: Anchor; to: Anchor; own: boolean }
  /** The card that has come to lie there is not seen before it lands. */
  | { kind: 'land' | 'dust' | 'boulders' | 'eye'; spot: Spot }
  /** A picture that stays a little longer than what it shows. */
  | { kind: 'leave'; spot: Spot; card: Spec }
  | { kind: 'turn'; spot: Spot; back: Spec }
  | { kind: 'glow'; spot: Spot }
  | { kind: 'shake' }
  /** A figure goes from card to card, to where it stands now. */
  | { kind: 'walk'; seat: number; path: Spot[] }
  | { kind: 'crack' | 'mend'; seat: number }
);
type Doing = Beat extends infer B ? (B extends Beat ? Omit<B, 'at'> : never) : never;

export const TIMES = { rise: 200, fly: 240, land: 160, dust: 480, wave: 40, glow: 320, furthest: 7, fall: 480, dim: 160, turn: 480, crack: 900, mend: 900, eye: 900, draw: 240, step: 260 };
const CATCH_UP = { speed: 4, most: 3000 }; // several moves at once, after an absence

const WAYS: Record<string, [number, number]> = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
const far = (a: Spot, b: Spot) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
const tunnels = (view: View | null) => new Map((view?.cells ?? []).filter((c) => c.kind === 'tunnel').map((c) => [at(c.x, c.y), c]));

/** Lit cards in the order in which light runs to them from a card that was laid: step by step, as far as it is followed. */
export function lightFrom(start: Spot, view: View): (Spot & { step: number })[] {
  const lit = new Map(view.cells.filter(isLit).map((c) => [at(c.x, c.y), c])), found = new Map<string, Spot & { step: number }>();
  let front = lit.has(at(start.x, start.y)) ? [start] : [];
  for (let step = 0; front.length && step <= TIMES.furthest; step++) {
    for (const spot of front) found.set(at(spot.x, spot.y), { ...spot, step });
    front = front.flatMap((s) => [{ x: s.x + 1, y: s.y }, { x: s.x - 1, y: s.y }, { x: s.x, y: s.y + 1 }, { x: s.x, y: s.y - 1 }])
      .filter((s, i, all) => lit.has(at(s.x, s.y)) && !found.has(at(s.x, s.y)) && all.findIndex((o) => o.x === s.x && o.y === s.y) === i);
  }
  return [...found.values()];
}

/** Cards that a rockfall has cut off, nearest to the fall first. */
export function wentDark(spot: Spot, before: View | null, after: View): Cell[] {
  const was = tunnels(before);
  return [...tunnels(after)].filter(([key, c]) => !isLit(c) && isLit(was.get(key) ?? c)).map(([, c]) => c).sort((a, b) => far(a, spot) - far(b, spot));
}

class Planner {
  readonly beats: Beat[] = [];
  now = 0;
  private readonly before: View | null;
  private readonly after: View;
  private readonly me: number;

  constructor(before: View | null, after: View, me: number) {
    this.before = before;
    this.after = after;
    this.me = me;
  }

  private do(beat: Doing, after = 0): void {
    this.beats.push({ at: this.now + after, ...beat } as Beat);
  }

  /** A card leaves somebody's hand; others first show it beside their panel. */
  private play(by: number | null | undefined, card: Spec, to: Anchor): void {
    const seat = by ?? -1;
    const own = seat === this.me, lasts = own ? TIMES.fly : TIMES.rise + TIMES.fly;
    this.do({ kind: 'fly', card, from: { seat }, to, own, lasts });
    this.now += lasts;
  }

  add(told: Told): void {
    const spot = { x: told.x ?? 0, y: told.y ?? 0 }, seat = told.seat ?? -1, target = told.target ?? seat;
    switch (told.kind) {
      case 'laid': return this.laid(told, spot);
      case 'broke': case 'mended':
        this.play(told.seat, cardSpec(told.card), { seat: target });
        this.do({ kind: told.kind === 'broke' ? 'crack' : 'mend', seat: target, lasts: TIMES.crack });
        return;
      case 'collapsed': return this.collapsed(told, spot);
      case 'looked': {
        const goal = goalCell(this.after, told.goal);
        if (!goal) return;
        this.play(told.seat, cardSpec(told.card ?? told.move?.card), { spot: goal });
        this.do({ kind: 'eye', spot: goal, lasts: TIMES.eye });
        return;
      }
      case 'played': case 'shows': return this.played(told);
      case 'blasted':
        this.do({ kind: 'leave', spot, card: lyingSpec(told.card ?? '', told.quarter ?? 0), lasts: TIMES.fall });
        this.do({ kind: 'dust', spot, lasts: TIMES.dust });
        return;
      case 'bridged': case 'blocked': case 'claimed': case 'bribed': case 'unlocked': this.do({ kind: 'glow', spot, lasts: TIMES.glow * 2 }); return;
      case 'passed': if (told.number) this.play(told.seat, deckBack(), { pile: 'discard' }); return;
      case 'dropped': this.play(told.seat, deckBack(), { pile: 'discard' }); return;
      case 'drew':
        this.do({ kind: 'fly', card: deckBack(), from: { pile: 'deck' }, to: { seat }, own: false, lasts: TIMES.draw });
        this.now += TIMES.draw;
        return;
      case 'walked': return this.walked(told, spot);
      case 'turned': case 'opened':
        this.do({ kind: 'turn', spot, back: backSpec('goal', { goal: told.goal ?? 0 }), lasts: TIMES.turn });
        this.now += TIMES.turn;
        return;
    }
  }

  /** Any other card goes to whom or where it is aimed, or before whoever played it, or away. */
  private played(told: Told): void {
    const move: Record<string, unknown> = told.move ?? {}, card = told.card ?? '', by = told.seat ?? -1;
    const target = typeof move.target === 'number' ? move.target : -1, use = faceOf(card)?.use;
    const goal = goalCell(this.after, typeof move.goal === 'number' ? move.goal : null), spot = goal ?? (typeof move.x === 'number' && typeof move.y === 'number' ? { x: move.x, y: move.y } : null);
    const stays = playerAt(this.after, by)?.front.includes(card);
    this.play(by, cardSpec(card), target >= 0 ? { seat: target } : spot ? { spot: { x: spot.x, y: spot.y } } : stays ? { seat: by } : { pile: 'discard' });
    if (target >= 0 && (use === 'hinder' || use === 'mend')) this.do({ kind: use === 'hinder' ? 'crack' : 'mend', seat: target, lasts: TIMES.crack });
    else if (spot && use === 'look') this.do({ kind: 'eye', spot: { x: spot.x, y: spot.y }, lasts: TIMES.eye });
  }

  private walked(told: Told, spot: Spot): void {
    const seat = told.seat ?? -1, last = this.beats.at(-1), way = WAYS[told.edge ?? ''];
    if (!way || told.x === undefined) return;
    if (last?.kind === 'walk' && last.seat === seat) {
      last.path.push(spot);
      last.lasts += TIMES.step;
    } else this.do({ kind: 'walk', seat, path: [{ x: spot.x - way[0], y: spot.y - way[1] }, spot], lasts: TIMES.step });
    this.now += TIMES.step;
  }

  private laid(told: Told, spot: Spot): void {
    this.play(told.seat, lyingSpec(told.card ?? '', told.quarter ?? 0), { spot });
    this.do({ kind: 'land', spot, lasts: TIMES.land });
    this.do({ kind: 'dust', spot, lasts: TIMES.dust });
    for (const { step, ...lit } of lightFrom(spot, this.after)) this.do({ kind: 'glow', spot: lit, lasts: TIMES.glow }, step * TIMES.wave);
    this.now += TIMES.land;
  }

  private collapsed(told: Told, spot: Spot): void {
    const start = this.now, dark = wentDark(spot, this.before, this.after), step = Math.min(60, 320 / Math.max(1, dark.length));
    this.play(told.seat, cardSpec(told.move?.card), { spot });
    const struck = this.now + TIMES.fall / 2;
    this.beats.push({ kind: 'leave', spot, card: lyingSpec(told.card ?? '', told.quarter ?? 0), at: start, lasts: struck - start });
    this.do({ kind: 'boulders', spot, lasts: TIMES.fall });
    this.do({ kind: 'shake', lasts: TIMES.fall }, TIMES.fall / 4);
    this.do({ kind: 'dust', spot, lasts: TIMES.dust }, TIMES.fall / 2);
    dark.forEach((cell, i) => this.beats.push({ kind: 'leave', spot: cell, card: cellSpec({ ...cell, lit: cell.shape }), at: start, lasts: struck - start + i * step + TIMES.dim }));
    this.now += TIMES.fall;
  }
}

const ACTS = new Set(['laid', 'broke', 'mended', 'collapsed', 'looked', 'passed', 'played', 'shows', 'dropped']);

/** `me`: whose own cards need no introduction. Several moves at once are caught up with quickly. */
export function plan(facts: Told[], before: View | null, after: View, me: number): Beat[] {
  const planner = new Planner(before, after, me);
  for (const told of facts) planner.add(told);
  const moves = facts.filter((f) => ACTS.has(f.kind)).length;
  if (moves < 2) return planner.beats;
  const pace = Math.max(CATCH_UP.speed, planner.now / CATCH_UP.most);
  return planner.beats.map((beat) => ({ ...beat, at: beat.at / pace, lasts: beat.lasts / pace }));
}
