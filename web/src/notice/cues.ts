/* Which sounds belong to what has happened. Every one has a partner on the screen. */
import type { Told } from '../full';
import type { Cue } from './score';

export interface Hearing {
  /** Who listens. */
  seat: number;
  /** Seconds until a card that somebody plays has arrived. */
  arrives: (seat: number) => number;
  /** You are asked now, and were not before. */
  turn: boolean;
}

const isBridge = (shape: string): boolean => shape.split('|').filter((group) => group.length > 1).length > 1;
const GOALS = ['gold', 'stone', 'spider', 'dragon'];
const AFTER_MOVE = 0.45; // seconds, so that the call of your turn is not drowned

function cue(told: Told, hearing: Hearing): Cue | null {
  const after = hearing.arrives(told.seat);
  switch (told.kind) {
    case 'laid': return { name: 'laid', voice: isBridge(told.shape) ? 'bridge' : 'usual', after };
    case 'broke': return { name: 'tool', voice: 'broken', after };
    case 'mended': return { name: 'tool', voice: 'mended', after };
    case 'collapsed': return { name: 'rockfall', voice: 'usual', after };
    case 'saw': return told.seat === hearing.seat ? { name: 'paper', voice: 'usual', after } : null;
    case 'turned': return { name: 'goal', voice: GOALS.find((face) => told.card.startsWith(face)) ?? 'stone', after: after + AFTER_MOVE };
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
