/* Which sounds belong to what has happened. Every one has a partner on the screen. */
import type { Told } from '../protocol';
import { faceOf } from '../table/box.svelte';
import { isGold } from '../table/names';
import type { Cue } from './score';

export interface Hearing {
  /** Who listens. */
  seat: number;
  /** Seconds until a card that somebody plays has arrived. */
  arrives: (seat: number) => number;
  /** You are asked now, and were not before. */
  turn: boolean;
  /** Whose card could still be stopped until now, if anybody's. */
  open?: number | undefined;
}

const isBridge = (shape: string | null | undefined): boolean => (shape ?? '').split('|').filter((group) => group.length > 1).length > 1;
const GOALS = ['gold', 'stone', 'spider', 'dragon'];
const AFTER_MOVE = 0.45; // seconds, so that the call of your turn is not drowned
const TICKS = [3, 2, 1]; // seconds before a window shuts

function cue(told: Told, hearing: Hearing): Cue | null {
  const after = hearing.arrives(told.seat ?? -1);
  switch (told.kind) {
    case 'laid': return { name: 'laid', voice: isBridge(told.shape) ? 'bridge' : 'usual', after };
    case 'broke': return { name: 'tool', voice: 'broken', after };
    case 'mended': return { name: 'tool', voice: 'mended', after };
    case 'collapsed': return { name: 'rockfall', voice: 'usual', after };
    case 'saw': return told.seat === hearing.seat ? { name: 'paper', voice: 'usual', after } : null;
    case 'seen': case 'seen-dwarf': case 'role': return told.card ? { name: 'paper', voice: 'usual', after } : null; // only the one who looks is told
    case 'played': {
      if (hearing.open !== undefined && told.seat !== hearing.open) return { name: 'gavel', voice: 'usual', after };
      const use = faceOf(told.card)?.use;
      return use === 'hinder' || use === 'mend' ? { name: 'tool', voice: use === 'hinder' ? 'broken' : 'mended', after } : null;
    }
    case 'turned': return { name: 'goal', voice: isGold(told.card) ? 'gold' : (GOALS.find((art) => faceOf(told.card)?.art === art) ?? 'stone'), after: after + AFTER_MOVE };
    case 'won': return { name: 'round', voice: told.side === 'diggers' ? 'diggers' : 'saboteurs', after: after + 2 * AFTER_MOVE };
    default: return null;
  }
}

/** Only the newest of each kind, when many things have happened at once. */
export function cuesFor(facts: Told[], hearing: Hearing): Cue[] {
  const found = new Map<string, Cue>();
  for (const told of facts) {
    const next = cue(told, hearing);
    if (next) found.set(next.name, next);
  }
  const last = Math.max(0, ...[...found.values()].map((c) => c.after + AFTER_MOVE));
  return [...found.values(), ...(hearing.turn ? [{ name: 'turn' as const, voice: 'usual', after: last }] : [])];
}

/** It is asked for so many seconds whether a card may be played: a bell, then ticks in the last three. The same for everybody,
 *  whoever could stop it, so that nothing can be told from it across a room. */
export const windowCues = (open: number): Cue[] => [{ name: 'bell', voice: 'usual', after: 0 }, ...TICKS.map((left) => ({ name: 'bell' as const, voice: 'tick', after: open - left }))];
