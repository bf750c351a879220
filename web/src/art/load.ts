/* The base game's art comes with the table; that of another game or an extra when a box needs it. Until then a plain card stands in. */

const GAMES: Record<string, () => Promise<unknown>> = {
  duel: () => import('./duel'),
  'duel-solo': () => import('./duel'),
  'lost-mines': () => import('./mines'),
};
/** An extra draws in a file of its own name. */
const EXTRAS = import.meta.glob(['./extras/*.ts', '!./extras/*.arts.ts']);
/** What it draws, where that goes by other names: by file. */
const ARTS = import.meta.glob<string[]>('./extras/*.arts.ts', { eager: true, import: 'default' });
const DRAWN_BY = new Map(Object.entries(ARTS).flatMap(([file, arts]) => arts.map((art): [string, string] => [art, file.replace('.arts.ts', '.ts')])));
/** The file that draws this picture, if it belongs to an extra. */
export const draws = (name: string) => EXTRAS[`./extras/${name}.ts`] ?? EXTRAS[DRAWN_BY.get(name) ?? ''];

let played = 'classic';
/** The game whose art was asked for last: its goals, backs and ground are those of the faces that follow. */
export const game = (): string => played;

let generation = 0;
/** Counts what has been loaded: a picture drawn plainly may look better now. */
export const loaded = (): number => generation;

const here = new Set<() => Promise<unknown>>();

/**
 * Loads what a game needs; `arts` are the pictures of its faces and, if they are at hand, the names of its extras. What cannot be
 * fetched is drawn plainly: a game can go on without it.
 */
export async function loadArt(of: string, arts: Iterable<string>): Promise<void> {
  played = of;
  const files = of === 'classic' ? [...arts].flatMap((name) => draws(name) ?? []) : [];
  const fresh = [...new Set([GAMES[of] ?? [], ...files].flat())].filter((load) => !here.has(load));
  await Promise.all(fresh.map((load) => load().then(() => { here.add(load); generation++; }, () => undefined)));
}
