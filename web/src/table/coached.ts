/* Where there are hints: apart from the hints themselves, since the home page needs no table. */
import { keep, kept } from '../keep';

/** Offered once: whoever has taken it or said no is not asked again. */
export const coachOffered = (): boolean => kept('coached') === null;

/** Hints at a table of any game. */
export const hintsAt = (table: string): void => keep('coach', table);

/** The coached round that is offered to a newcomer. */
export function coachAt(table: string): void {
  keep('coached', 'yes');
  hintsAt(table);
}
