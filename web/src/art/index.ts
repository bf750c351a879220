/* `standalone` is the only way to draw: one SVG picture, with the definitions it needs inside. */
import type { Face, Printed } from '../protocol';
import { entrance, frame, goalBack, goldCard } from './classic';
import { C } from './core';
import { cart, eye, gold, lantern, map, pick, rockfall, stone } from './icons';
import { avatar, roleCard } from './people';
import { passed, plainAction, plainPiece, plainValue } from './plain';
import { definition, find, known, register, type Colour, type Middle } from './registry';
import { tunnel, type Look, type Maze } from './tunnel';

export type { Colour, Look };

/** How a card of the maze lies: see `Maze`. */
interface Lies {
  printed?: Printed[] | undefined;
  ground?: string | undefined;
  lit?: string | boolean | undefined;
  only?: Colour | undefined;
}

export type Spec =
  | ({ kind: 'tunnel'; shape: string } & Lies)
  | ({ kind: 'entrance'; shape?: string; face?: string; colour?: Colour | undefined } & Lies)
  | ({ kind: 'goal'; face: string; shape: string } & Lies)
  | ({ kind: 'site'; face: string; shape: string; open: boolean } & Lies)
  | { kind: 'goalBack'; n: number }
  | { kind: 'action'; action: string; use?: Face['use'] | undefined; tools?: Face['tools'] | undefined }
  | { kind: 'role'; role: string; colour?: Colour | undefined }
  | { kind: 'gold'; n: number; card?: string | undefined }
  | { kind: 'treasure'; card: string; n: number }
  | { kind: 'back'; of: string; colour?: Colour | undefined }
  | { kind: 'icon'; icon: string }
  | { kind: 'avatar'; seat: number }
  | { kind: 'piece'; piece: string; art?: string | undefined; colour?: Colour | undefined; seat?: number | undefined };

register({ icons: { lamp: () => lantern(), cart: () => cart(), pick: () => pick(), map, rockfall, eye: () => eye(), stone, gold }, pieces: { cleared: passed } });

const maze = (s: Lies & { shape?: string }, look: Look, middle?: Middle): Maze => ({
  shape: s.shape ?? 'NESW', printed: s.printed, ground: s.ground ?? middle?.ground, lit: look.lit === false ? false : s.lit, only: s.only, id: middle?.id, floor: middle?.floor,
});

function centred(s: Lies & { shape: string }, look: Look, middle: Middle | undefined, line: string): string {
  return tunnel(maze(s, look, middle)) + (middle?.draw(s.shape, true) ?? '') + frame(middle?.frame ?? line, 2.2);
}

/** Face down, and nobody has said how its kind looks so. */
const covered = () => '<use href="#um-rock4" width="100" height="150"/><rect width="100" height="150" fill="#0a070c" opacity=".5"/><rect x="3" y="3" width="94" height="144" rx="6" fill="none" stroke="#d19a2e" stroke-width="2" stroke-dasharray="3 5"/>';

type Draw = { [K in Spec['kind']]: (spec: Extract<Spec, { kind: K }>, look: Look) => string };
const KINDS: Draw = {
  tunnel: (s, look) => tunnel(maze(s, look)),
  entrance: (s, look) => {
    const start = s.face ? find('sites', s.face) : undefined;
    if (start) return centred({ ...s, shape: s.shape ?? 'NESW' }, look, start, C.amberHi);
    return entrance({ ...maze(s, look), printed: s.printed?.filter((mark) => mark.kind !== 'ladder') }, s.colour);
  },
  goal: (s, look) => centred(s, look, find('goals', s.face), s.printed?.some((mark) => mark.kind === 'gold') ? C.gold : C.board),
  site: (s, look) => {
    const site = find('sites', s.face), card = s.shape ? undefined : find('values', s.face);
    if (card) return card(0); // no part of the maze: what was found there
    if (!s.open || !s.shape) {
      if (site?.shut) return site.shut();
      if (!site) return covered();
    }
    const lies = { ...s, shape: s.shape || 'NESW', lit: s.open ? s.lit : false };
    return site ? centred(lies, look, site, C.person) : tunnel(maze(lies, look));
  },
  goalBack: (s) => goalBack(s.n),
  action: (s) => (find('actions', s.action) ?? (() => plainAction(s.use, s.tools)))(),
  role: (s) => roleCard(s.role, s.colour),
  gold: (s) => ((s.card && find('values', s.card)) || goldCard)(s.n),
  treasure: (s) => (find('values', s.card) ?? plainValue)(s.n),
  back: (s) => (find('backs', s.of) ?? find('backs', 'deck')!)(s.colour),
  icon: (s) => (find('icons', s.icon) ?? gold)(),
  avatar: (s) => avatar(s.seat),
  piece: (s) => (((s.art && find('pieces', s.art)) || find('pieces', s.piece)) ?? plainPiece)(s),
};

/* Which pictures there are for now. */
export const actionNames = () => known('actions');
export const iconNames = () => known('icons');
export const hasIcon = (name: string): boolean => find('icons', name) !== undefined;
export const isAction = (card: string): boolean => find('actions', card) !== undefined;

function definitions(art: string): string {
  const needed = new Map<string, string>();
  const scan = (text: string) => {
    for (const [, id] of text.matchAll(/#(um-[\w-]+)/g)) {
      const text = needed.has(id!) ? undefined : definition(id!);
      if (text === undefined) continue;
      needed.set(id!, text);
      scan(text);
    }
  };
  scan(art);
  return [...needed.values()].join('');
}

const BOX: Partial<Record<Spec['kind'], string>> = { icon: '-6 -6 112 112', avatar: '8 4 84 84', piece: '0 0 100 100' };
/** Icons, faces and pieces are square; cards are half as high again. */
export const isRound = (spec: Spec): boolean => spec.kind in BOX;

export function standalone(spec: Spec, look: Look = {}): string {
  const draw = KINDS[spec.kind] as (spec: Spec, look: Look) => string, round = isRound(spec);
  const art = round ? draw(spec, look) : `<g clip-path="url(#um-card)">${draw(spec, look)}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${BOX[spec.kind] ?? '0 0 100 150'}" width="200" height="${round ? 200 : 300}"><defs>${definitions(art)}</defs>${art}</svg>`;
}
