/* What this device adds to a shuffle, and what the table has shown before the deal: to be compared when the game is over. */
import { keep, kept } from '../keep';
import { freshName } from './connection';

export interface Known {
  commitment: string; // empty: not shown yet
  lot: string; // empty: this device has added nothing
}

const at = (memory: string) => `shuffle.${memory}`;

export function known(memory: string): Known | null {
  const found = kept(at(memory));
  return found ? (JSON.parse(found) as Known) : null;
}

/** Something by chance, for a table that begins at once. */
export function lotFor(table: string, lot: string): void {
  keep(at(table), JSON.stringify({ commitment: '', lot }));
}

/** Keep what the table shows first; afterwards it may show what it likes. Returns what to add, while there is time. */
export function seen(memory: string, commitment: string, open: boolean): string {
  const before = known(memory);
  const now = { commitment: before?.commitment || commitment, lot: before?.lot || (open ? freshName() : '') };
  keep(at(memory), JSON.stringify(now));
  return open ? now.lot : '';
}
