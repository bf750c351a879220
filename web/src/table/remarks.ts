/* What is said and settled at a table, for the log: the same shape as what happens in the game. */
import { keep, kept } from '../keep';
import type { Remark, Told } from '../protocol';

/** What the table itself tells, beside the game. */
export const REMARKS = new Set(['paused', 'resumed', 'timed', 'nudged', 'stood', 'chatting', 'removed', 'returned']);
const SAID = 'said-';

/** Somebody's words, in the game's or in their own: whoever is muted is not heard. */
export const isTalk = (told: Told): boolean => told.kind === 'chat' || told.kind.startsWith(SAID);
/** Nobody makes a move by it. */
export const isRemark = (told: Told): boolean => REMARKS.has(told.kind) || isTalk(told);

export interface Words { told: Told; /** In somebody's own words. */ text?: string }

export function wordsOf({ seat, what }: Remark): Words {
  switch (what.kind) {
    case 'claim': return { told: { ...(what.claim as Partial<Told>), kind: `${SAID}${what.claim.kind}`, seat } };
    case 'chat': return { told: { kind: 'chat', seat }, text: what.text };
    case 'timed': return { told: { kind: 'timed', seat, word: what.turn ? 'on' : 'off' } };
    case 'chatting': return { told: { kind: 'chatting', seat, word: what.on ? 'on' : 'off' } };
    case 'removed': case 'returned': case 'nudged': return { told: { kind: what.kind, seat, target: what.target } };
    default: return { told: { kind: what.kind, seat } };
  }
}

/** Seats of one table whose words this browser does not show. */
export const mutedAt = (table: string): number[] => (kept(`mute.${table}`) ?? '').split(' ').filter(Boolean).map(Number);
export const keepMuted = (table: string, seats: number[]): void => keep(`mute.${table}`, seats.join(' '));
