/* What a question offers, sorted for the hand, the board and the players. No rules: what is not offered is not offered.
   A move is said field by field; a `Slot` is one field of one move, and moves with the same slot are chosen together. */
import type { Bunch, FieldInfo, Move, Value } from '../protocol';
import { formOf } from './box.svelte';
import { goalCell, standsAt, type View } from './views';

export interface Spot { x: number; y: number }
export type Direction = 'up' | 'down' | 'left' | 'right';
/** Where something is chosen: a cell of the board, a side of one, a player, cards of the own hand, or a list in words. */
export type Aim = 'spot' | 'edge' | 'seat' | 'hand' | 'word';
export interface Slot { aim: Aim; name: string; what: FieldInfo['what']; value: Value; spot: Spot | null; cards: string[] }
/** A move with what is still to be said of it; `quarter`: how the card lies, if that is to be seen on the board. */
export interface Offer { move: Move; slots: Slot[]; quarter: number | null }
/** A cell on offer, with every move that aims there. */
export interface Place extends Spot { offers: Offer[] }

export const at = (x: number, y: number): string => `${x},${y}`;
export const idOf = (s: Slot): string => (s.spot && s.aim === 'spot' ? at(s.spot.x, s.spot.y) : s.aim === 'seat' ? `seat ${String(s.value)}` : `${s.name} ${JSON.stringify(s.cards.length ? s.cards : s.value)}`);

/** A hand is told as faces and counts; on the table every card lies by itself. */
export const spread = (hand: Bunch[]): string[] => hand.flatMap((h) => Array.from({ length: h.count }, () => h.card));

/** Does one hand hold all these cards? */
export function holds(hand: readonly string[], cards: readonly string[]): boolean {
  const left = [...hand];
  return cards.every((card) => { const i = left.indexOf(card); if (i >= 0) left.splice(i, 1); return i >= 0; });
}

const number = (value: Value | undefined): number => (typeof value === 'number' ? value : -1);

/** How a card lies by a move, in quarter turns. */
export function lies(move: Move): number | null {
  for (const field of formOf(move.verb)?.fields ?? []) {
    if (field.what === 'half') return move[field.name] ? 2 : 0;
    if (field.what === 'quarter') return number(move[field.name]);
  }
  return null;
}

/** The cell that a move aims at, if it does. */
export function cellOf(move: Move, view: View | null): Spot | null {
  const field = formOf(move.verb)?.fields.find((f) => f.what === 'cell' || f.what === 'goal');
  return field ? spotOf(field, move, view) : null;
}

function spotOf(field: FieldInfo, move: Move, view: View | null): Spot | null {
  if (field.what === 'goal') return goalCell(view, number(move[field.name])) ?? null;
  const [x, y] = field.name ? (move[field.name] as number[]) : [number(move.x), number(move.y)];
  return { x: x!, y: y! };
}

const BESIDE: Record<string, [number, number]> = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
/** A side that is named without a cell is one of the cell where the own figure stands: it goes over it to the next one. */
function stepTo(edge: Value, move: Move, view: View | null): Spot | null {
  const bare = !formOf(move.verb)?.fields.some((f) => f.what === 'cell'), from = bare && standsAt(view, view?.mine?.seat ?? -1), way = BESIDE[String(edge)];
  return from && way ? { x: from.x + way[0], y: from.y + way[1] } : null;
}

function slot(field: FieldInfo, move: Move, view: View | null): Slot {
  const value = move[field.name] ?? null, base = { name: field.name || 'cell', what: field.what, value, spot: null, cards: [] };
  switch (field.what) {
    case 'cell': case 'goal': { const spot = spotOf(field, move, view); return { ...base, value: value ?? [number(move.x), number(move.y)], spot, aim: spot ? 'spot' : 'word' }; }
    case 'edge': { const spot = stepTo(value, move, view); return { ...base, spot, aim: spot ? 'spot' : 'edge' }; }
    case 'seat': return { ...base, aim: 'seat' };
    case 'face': return { ...base, aim: 'word', cards: [String(value)] };
    case 'faces': return { ...base, aim: 'word', cards: value as string[] };
    default: return { ...base, aim: 'word' };
  }
}

/** All that is to be said of each move but its card. Fields that are the same for all moves of a form go without saying, unless
 *  they are what is aimed at, or all that there is to a question. How a card lies on a cell is seen there. `hand`: cards that may be thrown away with a move. */
export function offersOf(moves: readonly Move[], view: View | null, hand: readonly string[] | null): Offer[] {
  const offers = moves.map((move): Offer => {
    const slots = (formOf(move.verb)?.fields ?? []).map((f) => slot(f, move, view));
    const onBoard = slots.some((s) => s.aim === 'spot');
    return { move, slots: onBoard ? slots.filter((s) => s.what !== 'half' && s.what !== 'quarter') : slots, quarter: onBoard ? lies(move) : null };
  });
  for (const verb of new Set(moves.map((m) => m.verb))) {
    const same = offers.filter((o) => o.move.verb === verb);
    if (hand) fromHand(same, hand);
    const first = same[0]!.slots.map((s, i) => (s.aim === 'spot' || s.aim === 'hand' || (i === 0 && (!hand || s.aim === 'seat' || s.aim === 'edge')) ? null : idOf(s)));
    const said = first.map((id, i) => id !== null && same.every((o) => o.slots[i] && idOf(o.slots[i]!) === id));
    for (const offer of same) offer.slots = offer.slots.filter((_, i) => !said[i]);
  }
  return offers.flatMap(eitherWay).flatMap((offer) => fromBeyond(offer, view));
}

/** Two goals can be named in any order. */
function eitherWay(offer: Offer): Offer[] {
  const [one, other, ...rest] = offer.slots;
  return one?.what === 'goal' && other?.what === 'goal' ? [offer, { ...offer, slots: [other, one, ...rest] }] : [offer];
}

const BEYOND: Record<string, string> = { N: 'S', E: 'W', S: 'N', W: 'E' };
/** A side can be named from either of the cards that share it. */
function fromBeyond(offer: Offer, view: View | null): Offer[] {
  const [cell, edge, ...rest] = offer.slots, way = edge?.what === 'edge' && cell?.spot ? BESIDE[String(edge.value)] : undefined;
  if (!way || !cell?.spot || !edge) return [offer];
  const spot = { x: cell.spot.x + way[0], y: cell.spot.y + way[1] };
  if (!view?.cells.some((c) => c.x === spot.x && c.y === spot.y)) return [offer];
  return [offer, { ...offer, slots: [{ ...cell, spot, value: [spot.x, spot.y] }, { ...edge, value: BEYOND[String(edge.value)] ?? '' }, ...rest] }];
}

/** Cards that are chosen from the hand are chosen together, last of all. */
function fromHand(same: Offer[], hand: readonly string[]): void {
  const names = new Set(same[0]!.slots.filter((s) => s.what === 'faces' || s.what === 'face').map((s) => s.name));
  for (const name of names) {
    const inHand = same.every((o) => { const s = o.slots.find((one) => one.name === name); return !s || holds(hand, s.cards); });
    const elsewhere = same.every((o) => o.slots.find((one) => one.name === name)?.what === 'face') && name === [...names][0] && names.size > 2;
    if (!inHand || elsewhere) names.delete(name);
  }
  if (!names.size) return;
  for (const offer of same) {
    const cards = offer.slots.filter((s) => names.has(s.name)).flatMap((s) => s.cards).sort();
    offer.slots = [...offer.slots.filter((s) => !names.has(s.name)), { aim: 'hand', name: 'hand', what: 'faces', value: null, spot: null, cards }];
  }
}

/** The offers whose next word is this one, with that word said. */
export const said = (offers: readonly Offer[], id: string): Offer[] =>
  offers.flatMap((o) => (o.slots[0] && idOf(o.slots[0]) === id ? [{ ...o, slots: o.slots.slice(1) }] : []));

/** Does one get there by a step of one's own figure? */
export const isStep = (place: Place | null): boolean => place?.offers[0]?.slots[0]?.what === 'edge';

/** Cells that can be chosen next. */
export function places(offers: readonly Offer[]): Map<string, Place> {
  const found = new Map<string, Place>();
  for (const o of offers) {
    const next = o.slots[0];
    if (next?.aim !== 'spot' || !next.spot) continue;
    const { x, y } = next.spot, key = at(x, y), place = found.get(key);
    if (place) place.offers.push(o);
    else found.set(key, { x, y, offers: [o] });
  }
  return found;
}

/** The way a card lies: as held if that fits, otherwise the next way round. */
export function fitting(offers: readonly Offer[], quarter: number): Offer | null {
  const after = (o: Offer) => ((o.quarter ?? 0) - quarter + 4) % 4;
  return offers.reduce<Offer | null>((best, o) => (best && after(best) <= after(o) ? best : o), null);
}

const ROUND = 'NESW';
/** A shape after quarter turns to the right. */
export function rotated(shape: string, quarter: number): string {
  const turn = (group: string) => [...ROUND].filter((e) => group.includes(ROUND[(ROUND.indexOf(e) - quarter + 8) % 4]!)).join('');
  return shape.split('|').map(turn).join('|');
}

const AHEAD: Record<Direction, (dx: number, dy: number) => number> = {
  up: (_, dy) => -dy, down: (_, dy) => dy, left: (dx) => -dx, right: (dx) => dx,
};

/** The nearest spot in a direction; sideways distance counts double, so that a straight way wins. */
export function nearest<T extends Spot>(spots: Iterable<T>, from: Spot, direction: Direction): T | null {
  let best: T | null = null, least = Infinity;
  for (const spot of spots) {
    const dx = spot.x - from.x, dy = spot.y - from.y, ahead = AHEAD[direction](dx, dy);
    if (ahead <= 0) continue;
    const aside = direction === 'up' || direction === 'down' ? Math.abs(dx) : Math.abs(dy);
    const cost = ahead + aside * 2;
    if (cost < least) [best, least] = [spot, cost];
  }
  return best;
}

/** The move that was meant where nothing is offered, for asking why: every field that was not said is filled somehow. */
export function meant(verb: string, card: string, pointed: Partial<Spot & { seat: number; goal: number }>, quarter: number, hand: readonly string[], tool: string, me: number): Move {
  const move: Move = card ? { verb, card } : { verb };
  for (const field of formOf(verb)?.fields ?? []) {
    const put = (value: Value) => { move[field.name] = value; };
    switch (field.what) {
      case 'cell':
        if (field.name) put([pointed.x ?? 0, pointed.y ?? 0]);
        else { move.x = pointed.x ?? 0; move.y = pointed.y ?? 0; }
        break;
      case 'goal': put(pointed.goal ?? 0); break;
      case 'half': put(quarter === 2); break;
      case 'quarter': put(quarter); break;
      case 'seat': put(pointed.seat ?? me); break;
      case 'edge': put('N'); break;
      case 'tool': put(tool); break;
      case 'yes': put(true); break;
      case 'term': put(field.terms[0] ?? ''); break;
      case 'face': put(hand[0] ?? ''); break;
      case 'faces': case 'seats': put([]); break;
      default: put(0);
    }
  }
  return move;
}
