/* What each game shows in its own way; all else at the table is the same for every game. */
import type { Component } from 'svelte';
import type { Bounds } from '../table/camera';
import type { Stretch } from '../replay/look';
import type { Table } from '../table/table.svelte';
import type { View } from '../table/views';
import { CLASSIC } from './classic';
import { DUEL } from './duel';
import { MINES } from './mines';
import type { Note } from './notes';

/* Each game's own components take its own players and results: they are only ever given those. */
/* eslint-disable-next-line @typescript-eslint/no-explicit-any */
type Own<Props extends object> = Component<any> & { readonly props?: Props };

export interface GameParts {
  /** Beside a name: what everybody sees that a player has. */
  PlayerBits: Own<{ table: Table; player: unknown; narrow: boolean }>;
  /** On a player’s face: a sign of whose side they are on, where everybody sees that. */
  Badge?: Own<{ table: Table; player: unknown; size: number }>;
  /** More of it, in the panel of a wide window. */
  Panel?: Own<{ table: Table; player: unknown }>;
  /** Below or beside the players: what is left for all. */
  Supplies?: Own<{ table: Table; narrow: boolean }>;
  /** The same, said aloud. */
  says: (table: Table, seat: number) => string[];
  /** Below a name, in a few words; `bad`: as what is wrong. */
  about?: (table: Table, seat: number) => { text: string; bad: boolean };
  /** The steps of a turn, where it has several, while one of them is asked. */
  stages?: (table: Table) => { text: string; state: 'done' | 'now' | 'next' }[];
  /** The size of a board that is printed; otherwise it grows with the cards. */
  frame?: Bounds;
  /** The hints of a first round know this game by themselves; of others they tell what the guide says. */
  coached?: true;
  /** What only this player has seen. */
  notes: (table: Table) => Note[];
  /** How a round went. */
  RoundSum: Own<{ table: Table; result: unknown; narrow: boolean }>;
  /* eslint-disable-next-line @typescript-eslint/no-explicit-any */
  roundTitle: (table: Table, result: any) => string;
  /** What only this player knows after a round. */
  secret: (table: Table) => string;
  /** The end of the game: scores by player and round. */
  FinalSum: Own<{ table: Table; story: Stretch[] }>;
  score: (view: View, seat: number) => number;
  /** A headline of its own, where nobody simply wins. */
  finalTitle?: (table: Table) => string;
  finalText: (table: Table) => string;
  /** What lies beside the board; nothing where there is nothing. */
  Heaps?: Own<{ table: Table; narrow: boolean }>;
  /** What is counted at the top: a player's own nuggets, for instance. */
  purse: (view: View) => { n: number; label: string; title: string } | null;
}

const GAMES: Record<View['game'], GameParts> = { classic: CLASSIC, duel: DUEL, 'lost-mines': MINES };

export const partsOf = (game: View['game']): GameParts => GAMES[game];
