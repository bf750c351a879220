/* What the views of all games have in common, for whoever draws them without asking which game it is. */
import type { Colour } from '../art';
import type { Cell, ClassicMine, ClassicPlayer, ClassicView, DuelMine, DuelPlayer, DuelView, MinesMine, MinesPlayer, MinesView } from '../protocol';

export type View = ClassicView | DuelView | MinesView;
export type Player = ClassicPlayer | DuelPlayer | MinesPlayer;
export type Mine = ClassicMine | DuelMine | MinesMine;
export type Result = View['results'][number];

/** A player's role, where the game has roles and this one is known to whoever looks. */
export const roleOf = (of: Player | Mine | null | undefined): string => (of && 'role' in of ? (of.role ?? '') : '');

/** What a seat has seen of cards that lie face down in the maze, by their number. */
export const looks = (mine: Mine | null | undefined): Record<string, string> => (!mine ? {} : 'goals' in mine ? mine.goals : mine.mines);

/** All that everybody holds, for an observer who may see everything; otherwise what the observer holds. */
export const own = (view: View, seat: number): Mine | null => (view.open as Mine[]).find((m) => m.seat === seat) ?? (view.mine?.seat === seat ? view.mine : null);

export const playerAt = (view: View | null | undefined, seat: number): Player | undefined => (view?.players as Player[] | undefined)?.find((p) => p.seat === seat);

export const cellAt = (view: View | null | undefined, x: number, y: number): Cell | undefined => view?.cells.find((c) => c.x === x && c.y === y);

/** Where somebody stands on the board, in games where one walks. */
export function standsAt(view: View | null | undefined, seat: number): { x: number; y: number } | null {
  const piece = view?.pieces.find((p) => p.kind === 'dwarf' && p.seat === seat);
  return piece ? { x: piece.x, y: piece.y } : null;
}

/** Goals and mines lie face down and are counted; members of a site are counted by themselves. */
export const goalCell = (view: View | null | undefined, goal: number | null | undefined): Cell | undefined =>
  goal === null || goal === undefined ? undefined : view?.cells.find((c) => c.kind === 'goal' && c.goal === goal);

/** A tunnel that goes on: more than dead ends. */
export const leads = (shape: string): boolean => shape.split('|').some((group) => group.length > 1);

/** Somebody can walk there. */
export const isLit = (cell: Cell): boolean => cell.lit !== '' || cell.green !== '' || cell.blue !== '';

/** The colour of a seat, in games where it has one. */
export function seatColour(view: View, seat: number): Colour | undefined {
  const player = playerAt(view, seat);
  return player && 'colour' in player ? player.colour : player && 'clan' in player ? player.clan : undefined;
}

/** Gold that is being shared out, for whoever holds it. */
export const packetOf = (view: View | null): string[] => (view?.mine && 'packet' in view.mine ? view.mine.packet : []);
