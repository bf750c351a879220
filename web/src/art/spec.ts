/* How a face, a card on the table and a piece are drawn: from what the box and the view tell of them, never from their names. */
import type { Cell, Face, Piece, Printed } from '../protocol';
import type { Colour, Spec } from '.';
import { game } from './load';

/** What is not printed on a card: the game it is of, and whose it is. */
export interface Of {
  game?: string;
  colour?: Colour | null | undefined;
  /** Which of the goals, where they are counted. */
  goal?: number;
}

const GROUND: Record<string, string> = { 'lost-mines': 'forest' };
const MINE: Record<string, string> = { 'lost-mines': 'mine' };
const BACK: Record<string, string> = { 'lost-mines': 'forest' };
const groundOf = (of: Of) => GROUND[of.game ?? game()];
const some = <T>(list: T[]): T[] | undefined => (list.length ? list : undefined);

/** A card as it lies upright: in a hand, a heap, a guide. */
export function faceSpec(face: Face, of: Of = {}): Spec {
  const lies = { shape: face.shape, printed: some(face.printed), ground: groundOf(of) }, colour = face.colour ?? of.colour ?? undefined;
  switch (face.kind) {
    case 'tunnel': return { kind: 'tunnel', ...lies };
    case 'entrance': return { kind: 'entrance', ...lies, face: face.art, colour };
    case 'goal': return { kind: 'goal', ...lies, face: face.art };
    case 'site': return { kind: 'site', ...lies, face: face.art, open: true };
    case 'role': return { kind: 'role', role: face.art, colour };
    case 'gold': return { kind: 'gold', n: face.value, card: face.art };
    case 'treasure': return { kind: 'treasure', n: face.value, card: face.art };
    case 'action': return { kind: 'action', action: face.art, use: face.use, tools: some(face.tools) };
  }
}

/** The back of a card of which nothing is known: of the deck, a role, a treasure ... */
export function backSpec(kind: Face['kind'], of: Of = {}): Spec {
  if (kind === 'role') return { kind: 'back', of: 'role', colour: of.colour ?? undefined };
  if (kind === 'gold') return { kind: 'back', of: 'gold' };
  if (kind === 'goal') return goalDown(of.goal ?? 0, of);
  return { kind: 'back', of: BACK[of.game ?? game()] ?? 'deck' };
}
export const treasureBack = (kind: string): Spec => ({ kind: 'back', of: `treasure-${kind}` });

const goalDown = (goal: number, of: Of): Spec => {
  const mine = MINE[of.game ?? game()];
  return mine ? { kind: 'goal', face: mine, shape: 'NESW', ground: groundOf(of) } : { kind: 'goalBack', n: goal + 1 };
};

const EDGES = 'NESW';
/** Edges after so many quarter turns to the right. */
export const turned = (edges: string, quarter: number): string =>
  [...edges].map((e) => EDGES[(EDGES.indexOf(e) + quarter) % 4]!).sort((a, b) => EDGES.indexOf(a) - EDGES.indexOf(b)).join('');
const lying = (printed: Printed[], quarter: number): Printed[] =>
  quarter ? printed.map((mark) => ({ ...mark, edges: turned(mark.edges, quarter) })) : printed;

/** true where all its tunnels are lit, so that alike cards share a picture. */
function litness(cell: Cell): string | boolean | undefined {
  const joined = cell.shape.split('|').filter((group) => group.length > 1).join(''), open = joined || cell.shape.replaceAll('|', '');
  if (![...open].some((e) => cell.lit.includes(e))) return false;
  return [...joined].every((e) => cell.lit.includes(e)) ? undefined : cell.lit;
}

/** The team that alone can walk here, where teams make a difference. */
function onlyFor(cell: Cell): Colour | undefined {
  const reached = (edges: string) => [...cell.lit].some((e) => edges.includes(e));
  const green = reached(cell.green), blue = reached(cell.blue);
  return green === blue ? undefined : green ? 'green' : 'blue';
}

/** A card of the maze as it lies; `face` is what the box says of it, if its name is known. */
export function cellSpec(cell: Cell, face: Face | undefined, of: Of = {}): Spec {
  const down = !cell.faceUp || !cell.shape;
  if (cell.kind === 'goal' && down) return goalDown(cell.goal ?? 0, of);
  const lies = {
    shape: cell.shape, printed: some(lying(face?.printed ?? [], cell.quarter)), ground: groundOf(of),
    lit: litness(cell), only: cell.kind === 'entrance' ? undefined : onlyFor(cell),
  };
  const art = face?.art ?? cell.card;
  switch (cell.kind) {
    case 'goal': return { kind: 'goal', ...lies, face: art };
    case 'site': return { kind: 'site', ...lies, shape: cell.shape || (face?.shape ?? ''), face: art, open: !down };
    case 'entrance': return { kind: 'entrance', ...lies, face: art, colour: face?.colour ?? undefined };
    case 'tunnel': return { kind: 'tunnel', ...lies };
  }
}

const isColour = (text: string | undefined): text is Colour => text === 'green' || text === 'blue' || text === 'yellow';

/** Something on a card; `colour` is that of its owner's team or clan, `on` the face of the card on which it lies. */
export function pieceSpec(piece: Piece, colour?: string, on?: Face): Spec {
  const obstacle = on?.printed.find((mark) => ['trunk', 'lake', 'pit'].includes(mark.kind))?.kind;
  const own = piece.kind === 'dwarf' || piece.kind === 'toll'; // these look like their player
  return {
    kind: 'piece', piece: piece.kind, art: piece.art || (piece.kind === 'cleared' ? obstacle : undefined),
    colour: isColour(colour) ? colour : undefined, seat: own ? (piece.seat ?? undefined) : undefined,
  };
}
