/* Which ways to answer stand in the prompt itself, and which have a list of their own. */
import type { Move } from '../protocol';
import { cardOf, formOf } from './box.svelte';
import type { Choice } from './choice.svelte';
import { cellOf } from './offers';
import { movedIn } from './prompt';
import type { Scene } from './story';
import type { Table } from './table.svelte';

/** Ways that play no card, while none has been chosen; throwing cards away has its own button. */
export const waysBeside = (choice: Choice): string[] => (choice.index < 0 && !choice.verb ? choice.besides.filter((verb) => verb !== choice.throws) : []);

/** The card of somebody else's move that the question is about. */
export const cardAbout = (table: Table): string => { const move = table.asksMe ? movedIn(table.ask?.about ?? {}) : null; return move ? cardOf(move) : ''; };

/** By whom the move was made that somebody is asked about. */
export function moverIn(table: Table): number | undefined {
  const about = table.ask?.about ?? {};
  return movedIn(about) && typeof about.seat === 'number' ? about.seat : undefined;
}

/** Where that move would do something. */
export function sceneAbout(table: Table): Scene | null {
  const move = table.asksMe ? movedIn(table.ask?.about ?? {}) : null;
  return move && { spot: cellOf(move, table.view), seats: typeof move.target === 'number' ? [move.target] : [] };
}

export function inBar(choice: Choice, narrow: boolean): boolean {
  const pictured = choice.answers.some((a) => a.slot?.cards.length), room = narrow ? (choice.playing ? 0 : 2) : 3; // beside what is said of cards there is no room on a phone
  return !pictured && !cardAbout(choice.table) && choice.answers.length + waysBeside(choice).length <= room;
}

/** How a card lies where no place is asked for: shown large, each way. */
export const orients = (choice: Choice): boolean => !choice.playing && choice.answers.length > 1 && choice.answers.every((a) => a.slot?.what === 'half' || a.slot?.what === 'quarter');

/** How long it is asked whether a card may be played, in milliseconds; as long as the line in `Answers.svelte` runs. */
export const WINDOW = 6000;

const only = (what: string, move: Move): boolean => { const fields = formOf(move.verb)?.fields ?? []; return fields.length === 1 && fields[0]!.what === what; };

/** Several are asked whether something may happen. */
export function asksWhether(table: Table): boolean {
  const options = table.asksMe ? (table.ask?.options ?? []) : [];
  return movedIn(table.ask?.about ?? {}) !== null && options.length > 0 && options.every((move) => only('yes', move));
}

/** This seat has no choice in that: its answer is given for it. Among people it is given after the same time whatever anybody
 *  holds, so that nothing can be told from it. */
export const forced = (table: Table): Move | null => (asksWhether(table) && table.options.length === 1 ? table.options[0]! : null);
