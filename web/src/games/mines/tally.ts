/* How a round was shared out, told with the numbers of its result: what each clan brought home, and among whom it went. */
import type { MinesResult } from '../../protocol';
import type { Clan } from './clans';

export interface Member { seat: number; clan: Clan; role: string; found: number; points: number }
export interface Tally {
  members: Member[];
  total: number;
  each: number;
  /** What was left when all had the same, and who got it. */
  rest: number;
  lucky: number[];
}

const members = (result: MinesResult, side: Clan | null): Member[] =>
  result.sides.flatMap((own, seat) => (own === side ? [{ seat, clan: result.clans[seat]!, role: result.roles[seat] ?? '', found: result.values[seat] ?? 0, points: result.points[seat] ?? 0 }] : []))
    .sort((a, b) => b.found - a.found);

export function tally(result: MinesResult, clan: Clan): Tally {
  const all = members(result, clan), total = all.reduce((sum, m) => sum + m.found, 0), each = all.length ? Math.floor(total / all.length) : 0;
  return { members: all, total, each, rest: total - each * all.length, lucky: all.filter((m) => m.points > each).map((m) => m.seat) };
}

/** Those who share with nobody. */
export const alone = (result: MinesResult): Member[] => members(result, null);
