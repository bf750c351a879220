/* What `ask.options` offers, sorted for the hand, the board and the players. No rules: what is not offered is not offered. */
import type { HandCard, Option } from '../full';

export interface Place { x: number; y: number; upright: Option | null; turned: Option | null }
export interface Spot { x: number; y: number }
export type Direction = 'up' | 'down' | 'left' | 'right';

export const at = (x: number, y: number): string => `${x},${y}`;

/** A hand is told as faces and counts; on the table every card lies by itself. */
export const spread = (hand: HandCard[]): string[] => hand.flatMap((h) => Array.from({ length: h.count }, () => h.card));

export const plays = (options: Option[], card: string): Option[] => options.filter((o) => o.card === card && o.verb !== 'pass');
export const discard = (options: Option[], card: string): Option | undefined => options.find((o) => o.verb === 'pass' && o.card === card);

/** Where a tunnel card may lie, and which way round. */
export function places(options: Option[]): Map<string, Place> {
  const found = new Map<string, Place>();
  for (const o of options) {
    if (o.verb !== 'lay') continue;
    const key = at(o.x, o.y), place = found.get(key) ?? { x: o.x, y: o.y, upright: null, turned: null };
    place[o.turned ? 'turned' : 'upright'] = o;
    found.set(key, place);
  }
  return found;
}

/** The way a card lies at a place: as held if that fits, otherwise the other way round. */
export const fitting = (place: Place, turned: boolean): Option =>
  (turned ? (place.turned ?? place.upright) : (place.upright ?? place.turned))!;

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

export const toolOf = (card: string): string => card.slice(card.indexOf('-') + 1);
export const isTunnel = (card: string): boolean => /^[NESW|]+$/.test(card);

/* The notation of actions, for asking why. Seats and goals count from one there. */
export const sayLay = (card: string, turned: boolean, x: number, y: number) => `lay ${card}${turned ? '@180' : ''} ${x},${y}`;

export function sayPlayer(card: string, seat: number): string {
  const verb = card.startsWith('break-') ? 'break' : 'mend', tools = toolOf(card);
  return `${verb} ${tools} P${seat + 1}${tools.includes('+') ? ` ${tools.split('+')[0]}` : ''}`;
}

export function sayCell(card: string, x: number, y: number, goal: number): string {
  return card === 'map' && goal >= 0 ? `map G${goal + 1}` : `${card} ${x},${y}`;
}
