/* What lies open on the table, counted: gold that bears a token, trolls that were paid, and how a round was settled. */
import type { DuelView, Piece } from '../../protocol';
import { faceOf } from '../../table/box.svelte';
import type { Table } from '../../table/table.svelte';
import { cellAt, type View } from '../../table/views';

export const duel = (view: View | null) => view as DuelView;

/** How many nuggets a card shows. */
export const worth = (card: string): number => faceOf(card)?.printed.reduce((sum, mark) => sum + (mark.kind === 'gold' ? mark.value : 0), 0) ?? 0;

const of = (view: DuelView, seat: number, kind: Piece['kind']) => view.pieces.filter((p) => p.kind === kind && p.seat === seat);
/** Nuggets that bear a token of this seat. */
export const claimed = (view: DuelView, seat: number): number => of(view, seat, 'claim').reduce((sum, p) => sum + worth(cellAt(view, p.x, p.y)?.card ?? ''), 0);
/** Trolls that wait for their nugget from this seat. */
export const trolls = (view: DuelView, seat: number): number => of(view, seat, 'bribe').length;

/** Something of which there is so much, and so much at the beginning of a round. */
export interface Stock { left: number; of: number }
const placed = (view: DuelView, ...kinds: Piece['kind'][]) => view.pieces.filter((p) => kinds.includes(p.kind)).length;
export const tokens = (view: DuelView): Stock => ({ left: view.tokensLeft, of: view.tokensLeft + placed(view, 'claim', 'bribe') });
export const keys = (view: DuelView): Stock => ({ left: view.keysLeft, of: view.keysLeft + placed(view, 'key') });
export function goals(view: DuelView): { open: number; of: number } {
  const all = view.cells.filter((c) => c.goal !== null);
  return { open: all.filter((c) => c.faceUp).length, of: all.length };
}

/** What the table was told at the end of a round: why it is over, and card by card what came of it. */
export interface Settled { ended: string; rows: { card: string; n: number; debt: boolean }[][] }
export function settled(table: Table, round: number): Settled {
  const found: Settled = { ended: '', rows: duel(table.view).players.map(() => []) };
  for (const { told, round: when } of table.log) {
    if (when !== round) continue;
    const rows = found.rows[told.seat ?? -1];
    if (told.kind === 'ended') found.ended = told.word ?? '';
    else if (told.kind === 'kept' && told.card) rows?.push({ card: told.card, n: worth(told.card), debt: false });
    else if (told.kind === 'yielded') rows?.push({ card: '', n: -(told.number ?? 1), debt: false });
    else if (told.kind === 'owed') rows?.push({ card: '', n: -1, debt: true });
  }
  return found;
}

/** A number with its sign. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');
