/* What can be drawn. The base game stands here from the start; other games and extras add their pictures when they are loaded. */
import type { Printed } from '../protocol';
import { DEFS } from './core';
import type { Ground } from './ground';
import type { Passage } from './lines';
import type { Role } from './people';
export type { Role };

export type Colour = 'green' | 'blue' | 'yellow';
export type Mark = Printed['kind'];

/** A card of the maze with something in its middle: goals, mines, and what extras lay. */
export interface Middle {
  draw: (shape: string, open: boolean) => string;
  frame?: string; // colour of the line round the card
  ground?: string;
  floor?: string;
  id?: string; // which rock is behind it
  shut?: () => string; // how it looks face down, if not like any other
}

/** How something printed on a card looks, where the card's tunnels run so. */
export type DrawMark = (mark: Printed, way: Passage, printed?: readonly Printed[]) => string;

export interface PieceArt { colour?: Colour | undefined; seat?: number | undefined; art?: string | undefined }

export interface Art {
  defs: Record<string, () => string>;
  actions: Record<string, () => string>;
  roles: Record<string, Role>;
  goals: Record<string, Middle>;
  sites: Record<string, Middle>;
  marks: Partial<Record<Mark, DrawMark>>;
  backs: Record<string, (colour?: Colour) => string>;
  values: Record<string, (value: number) => string>; // gold and treasures
  pieces: Record<string, (piece: PieceArt) => string>;
  icons: Record<string, () => string>;
  grounds: Record<string, Ground>;
}

const shelves: Art = { defs: DEFS, actions: {}, roles: {}, goals: {}, sites: {}, marks: {}, backs: {}, values: {}, pieces: {}, icons: {}, grounds: {} };

export function register(art: Partial<Art>): void {
  for (const [shelf, things] of Object.entries(art)) Object.assign(shelves[shelf as keyof Art], things);
}

export function find<K extends keyof Art>(shelf: K, key: string): Art[K][keyof Art[K]] | undefined {
  return Object.hasOwn(shelves[shelf], key) ? shelves[shelf][key as keyof Art[K]] : undefined;
}

/** All that can be drawn now, for sheets and tests. */
export const known = (shelf: keyof Art): string[] => Object.keys(shelves[shelf]);

const made = new Map<string, string>();
/** What a picture refers to by this id; made on first use. */
export function definition(id: string): string | undefined {
  const make = find('defs', id);
  if (make && !made.has(id)) made.set(id, make());
  return made.get(id);
}
