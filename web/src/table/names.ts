/* What things are called, on the screen and aloud. A card's name is looked up whole; it is never taken apart. */
import { hasIcon, type Colour, type Spec } from '../art';
import { backSpec, cellSpec as drawCell, faceSpec as drawFace } from '../art/spec';
import { capital, lang, maybe, t, type Key, type Thing } from '../i18n/index.svelte';
import { small } from '../i18n/sentence';
import type { Cell, Face } from '../protocol';
import { faceOf, isTunnel, theBox } from './box.svelte';
import type { Choice } from './choice.svelte';
import { fitting, isStep, rotated, type Spot } from './offers';
import type { Table } from './table.svelte';
import { cellAt, isLit, looks, playerAt, type View } from './views';

const GOALS = ['goal.top', 'goal.middle', 'goal.bottom'] as const;

function shapeKey(shape: string): Key {
  const groups = shape.split('|'), largest = groups[0] ?? '';
  if (groups.every((g) => g.length === 1)) return 'shape.deadEnd';
  if (largest.length === 4) return 'shape.cross';
  if (largest.length === 3) return 'shape.tee';
  return ['NS', 'EW'].includes(largest) ? 'shape.straight' : 'shape.curve';
}

/** The key of a card's name, if it has one of its own; tunnels without one are called by their shape. */
function nameKey(card: string | null | undefined, shape?: string | null): Key | null {
  const face = faceOf(card);
  const ways = shape?.split('|').filter((group) => group.length > 1).length ?? 0;
  if (shape && face?.kind !== 'goal' && ways < 2) return shapeKey(shape);
  for (const name of [card, face?.art]) if (name && maybe(`face.${name}`) !== null) return `face.${name}`;
  return face?.shape ? shapeKey(face.shape) : null;
}

/** A card by name, as a heading. */
export function cardName(card: string): string {
  const key = nameKey(card);
  return key ? capital(t(key)) : card;
}

/** A goal with gold, printed on it. */
export const isGold = (card: string | null | undefined): boolean => faceOf(card)?.printed.some((p) => p.kind === 'gold') ?? false;

/** A card as one says it in a sentence. */
export function faceName(card: string): string {
  const key = nameKey(card);
  return key ? small(t(key)) : card;
}

/* Things to be put into a sentence, in whatever case it wants. */
const thing = (key: string, otherwise: string): Thing | string => (maybe(key) === null ? otherwise : { thing: key as Key });
export function withCard(card: string | null | undefined, shape?: string | null): { card: Thing | string } {
  const key = nameKey(card, shape);
  return { card: key ? { thing: key } : (card ?? '') };
}
export const placeWord = (name: string): Thing | string => thing(`place.${name}`, name);
export const roleWord = (role: string): Thing | string => thing(`role.${role}`, role);

/** Three goals stand above each other; others are counted. */
const goalKey = (goal: number): Key | null => (maybe(`goal.${goal + 1}`) === null || goal < GOALS.length ? (GOALS[goal] ?? null) : `goal.${goal + 1}`);
export const goalName = (goal: number): string => { const key = goalKey(goal); return key ? t(key) : String(goal + 1); };
export const withGoal = (goal: number): { goal: Thing | string } => { const key = goalKey(goal); return { goal: key ? { thing: key } : `#${goal + 1}` }; };
export const withTool = (tool: string): { tool: Thing | string } => ({ tool: thing(`tool.${tool}`, tool) });

export const toolName = (tool: string): string => maybe(`tool.${tool}`) ?? tool;
/** A card that lies before a player: what it does to them, or what it is. */
export function brokenName(card: string): string {
  const face = faceOf(card), [tool] = face?.tools ?? [];
  return (face?.use === 'hinder' && face.tools.length === 1 && maybe(`broken.${tool}`)) || cardName(card);
}
export const roleName = (role: string): string => maybe(`role.${role}`) ?? (role ? cardName(role) : '');

/** "Marta, Oleh and Ines": English as in Britain, without a comma before the last. */
export function listed(words: string[]): string {
  let list = lists.get(lang());
  if (!list) lists.set(lang(), (list = new Intl.ListFormat(lang() === 'en' ? 'en-GB' : lang())));
  return list.format(words);
}
const lists = new Map<string, Intl.ListFormat>(); // making one takes longer than a hundred sentences

const SIDE = ['N', 'E', 'S', 'W'];
/** What is printed on a card as it lies: "green door on the right". */
export function printed(card: string, quarter = 0): string[] {
  return (faceOf(card)?.printed ?? []).flatMap((mark) => {
    const key = [`mark.${mark.kind}.${mark.colour ?? ''}`, `mark.${mark.kind}`].find((each) => maybe(each) !== null), edge = rotated(mark.edges, quarter);
    return key && (mark.kind !== 'gold' || mark.value) ? [t(key as Key, { n: mark.value, side: SIDE.includes(edge) ? maybe(`side.${edge}`) : null })] : [];
  });
}
const aloud = (card: string, quarter: number): string[] => { const said = printed(card, quarter); return said.length ? [`${capital(listed(said))}.`] : []; };
/** Who can walk there, where only one team can. */
const walks = (cell: Cell): string[] => { const only = !cell.green === !cell.blue ? '' : cell.green ? 'green' : 'blue', said = only && maybe(`walks.${only}`); return said ? [said] : []; };

/** "up, left and right" */
export function ways(shape: string): string {
  const said = ['N', 'E', 'S', 'W'].filter((e) => shape.includes(e)).map((e) => maybe(`way.${e}`) ?? e);
  return listed(said);
}

/* ------------------------------------------------------------- pictures */

/** The back of the cards that are drawn and played. */
export const deckBack = (): Spec => backSpec('action');

/** Any card of the box by its name; one that nobody can name shows its back. */
export const cardSpec = (card: string | null | undefined): Spec => { const face = faceOf(card); return face ? drawFace(face) : deckBack(); };
/** A role; where players have a colour, its card shows that as well. */
export const roleSpec = (role: string, colour?: Colour): Spec => { const face = faceOf(role); return face ? drawFace(face, { colour }) : backSpec('role', { colour }); };
export const cellSpec = (cell: Cell): Spec => drawCell(cell, faceOf(cell.card));

/** A tunnel card as it would lie there. */
export function lyingSpec(card: string, quarter: number): Spec {
  const face = faceOf(card), shape = rotated(face?.shape ?? '', quarter);
  return drawCell({ x: 0, y: 0, kind: face?.kind === 'goal' ? 'goal' : 'tunnel', card, shape, quarter, lit: shape, green: '', blue: '', goal: null, faceUp: true }, face);
}

/** A goal as it lies under its back. */
export const underSpec = (card: string): Spec => cardSpec(card);

/** Its colour or picture where there is room for a sign only. */
export function signSpec(face: Face | undefined): Spec {
  if (face && hasIcon(face.art)) return { kind: 'icon', icon: face.art };
  return { kind: 'icon', icon: face?.printed.some((p) => p.kind === 'gold') || (face?.value ?? 0) > 0 ? 'gold' : 'stone' };
}

/* ---------------------------------------------------------------- aloud */

const counted = (n: number): string => maybe(`count.${n}`) ?? String(n);

/** "two to the right, one up": counted from the entrance, as one would point. */
export function placeName(x: number, y: number): string {
  const along = y < 0 ? 'up' : 'down', n = Math.abs(x || y), words = { n, count: counted(n) };
  if (!x) return y ? t(`place.${along}`, words) : t('place.entrance');
  const across = t(x > 0 ? 'place.right' : 'place.left', words);
  return y ? t(`place.then.${along}`, { across, count: counted(Math.abs(y)) }) : across;
}

const OPPOSITE: Record<string, string> = { N: 'S', E: 'W', S: 'N', W: 'E' };
const SIDES = [[0, -1, 'N'], [1, 0, 'E'], [0, 1, 'S'], [-1, 0, 'W']] as const;

function neighbours(view: View, x: number, y: number, shape: string): string[] {
  const said: string[] = [];
  for (const [dx, dy, edge] of SIDES) {
    const next = cellAt(view, x + dx, y + dy);
    if (!next) continue;
    if (next.kind === 'goal' && !next.faceUp) said.push(t('cell.nextToGoal', withGoal(next.goal ?? 0)));
    else if (shape.includes(edge)) said.push(t(next.kind === 'entrance' ? 'cell.joinsEntrance' : 'cell.joins', { ...withCard(next.card, next.shape), side: maybe(`side.${edge}`) ?? '' }));
  }
  return said;
}

/* What lies there is worded once for as long as it lies so, not at every card that is laid somewhere else. */
const worded = new WeakMap<Cell, { lang: string; box: unknown; said: string[] }>();
function lying(table: Table, cell: Cell): string[] {
  if (cell.kind === 'goal') return goalSaid(table, cell);
  const known = worded.get(cell), now = { lang: lang(), box: theBox() };
  if (known?.lang === now.lang && known.box === now.box) return known.said;
  const said = cardSaid(cell);
  worded.set(cell, { ...now, said });
  return said;
}

function goalSaid(table: Table, cell: Cell): string[] {
  const goal = withGoal(cell.goal ?? 0);
  if (cell.faceUp) return [t('cell.goalUp', { ...goal, face: faceName(cell.card) }), ...walks(cell)];
  const seen = looks(table.view?.mine)[cell.goal ?? -1];
  return [t('cell.goalDown', goal), ...(seen ? [t('cell.seen', { face: faceName(seen) })] : cell.card && table.view?.open.length ? [t('cell.under', { face: faceName(cell.card) })] : [])];
}

function cardSaid(cell: Cell): string[] {
  if (cell.kind === 'entrance') return [faceOf(cell.card)?.colour ? `${cardName(cell.card)}.` : t('cell.entrance')];
  if (!cell.faceUp || !cell.shape) return [`${cell.card ? cardName(cell.card) : capital(t('pile.deck'))}.`];
  return [t('cell.card', { ...withCard(cell.card, cell.shape), ways: ways(cell.shape) }), ...aloud(cell.card, cell.quarter), ...(isLit(cell) ? walks(cell) : [t('cell.dark')])];
}

/** Who stands here, and what lies here or on a side. */
function standing(table: Table, x: number, y: number): string[] {
  const pieces = table.view?.pieces ?? [], who = (seat: number) => (seat === table.seat ? t('you') : table.name(seat));
  const figures = pieces.filter((p) => p.kind === 'dwarf' && p.seat !== null && p.x === x && p.y === y).map((p) => who(p.seat!));
  const others = pieces.filter((p) => p.kind !== 'dwarf').flatMap((p) => {
    const edge = !p.edge || (p.x === x && p.y === y) ? p.edge : SIDES.find(([dx, dy, e]) => e === p.edge && p.x + dx === x && p.y + dy === y) ? OPPOSITE[p.edge] : undefined;
    if (edge === undefined || (!p.edge && (p.x !== x || p.y !== y))) return [];
    return [`${capital(maybe(`piece.${p.kind}`) ?? p.kind)}${edge ? `, ${maybe(`side.${edge}`) ?? edge}` : ''}${p.seat === null ? '' : `: ${who(p.seat)}`}.`];
  });
  return [...(figures.length ? [t('cell.figures', { names: listed(figures) })] : []), ...others];
}

function offered(table: Table, choice: Choice, x: number, y: number): string[] {
  const place = choice.place(x, y);
  if (!place) return [];
  if (isStep(place)) return [t('cell.canStep')];
  const lies = place.offers.filter((o) => o.quarter !== null), use = faceOf(choice.card)?.use;
  if (!lies.length || !isTunnel(choice.card)) {
    const goal = !choice.card && place.offers[0]?.slots[0]?.what === 'goal';
    return [use === 'remove' ? t('cell.canFall') : use === 'look' ? t('cell.canLook') : goal ? t('cell.canTurn') : t('cell.canAim')];
  }
  const held = lies.find((o) => o.quarter === choice.quarter), shape = rotated(faceOf(choice.card)?.shape ?? '', fitting(lies, choice.quarter)?.quarter ?? 0);
  return [t(lies.length > 1 ? 'cell.fitsBoth' : held ? 'cell.fits' : 'cell.fitsTurned'), ...neighbours(table.view!, x, y, shape), t(choice.canTurn ? 'cell.keysTurn' : 'cell.keys')];
}

/** What the cursor says of a cell. It asks for no more than it needs: a card that is laid elsewhere changes no name. */
export function cellName(table: Table, choice: Choice, { x, y, cell }: Spot & { cell: Cell | null }): string {
  const offers = offered(table, choice, x, y);
  const what = cell ? [...lying(table, cell), ...standing(table, x, y)] : offers.length ? [] : [t('cell.empty')];
  return [...(x || y || cell?.kind !== 'entrance' ? [`${capital(placeName(x, y))}.`] : []), ...what, ...offers].join(' ');
}

/** "T-junction: open up, left and right. Fits in 6 places." */
export function handName(card: string, fits: number, playable: boolean, quarter = 0): string {
  const tunnel = isTunnel(card), shape = rotated(faceOf(card)?.shape ?? '', quarter);
  const what = tunnel ? [t('cell.card', { ...withCard(card, shape), ways: ways(shape) }), ...aloud(card, quarter)].join(' ') : `${cardName(card)}.`;
  return playable && tunnel ? `${what} ${t('hand.fits', { n: fits })}` : what;
}

/** "Oleh, human, 6 cards, lamp broken. You think: trusted." */
export function playerName(table: Table, seat: number, read: string, more: string[] = []): string {
  const player = playerAt(table.view, seat), at = table.info.seats.find((s) => s.seat === seat);
  if (!player || !at) return '';
  const bits = [
    at.name,
    seat === table.seat ? t('player.you') : t(at.kind === 'bot' || at.standIn ? 'player.bot' : 'player.human'),
    t('player.cards', { n: player.hand }),
    ...more,
    ...player.front.map(brokenName),
    ...(at.kind === 'human' && !at.present ? [t('player.away')] : []),
  ];
  return `${bits.join(', ')}.${read ? ` ${t('read.says', { read: maybe(`read.${read}`) ?? '' })}` : ''}`;
}

/** Any card of the box by its name. */
export { cardSpec as faceSpec };
