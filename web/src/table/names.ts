/* What things are called, on the screen and aloud. */
import { isAction, type Spec } from '../art';
import type { Cell, View } from '../full';
import { capital, lang, maybe, t, type Key, type Thing } from '../i18n/index.svelte';
import type { Choice } from './choice.svelte';
import { at, isTunnel, type Spot } from './offers';
import type { Table } from './table.svelte';

const GOALS = ['goal.top', 'goal.middle', 'goal.bottom'] as const;

function shapeKey(shape: string): Key {
  const groups = shape.split('|'), largest = groups[0] ?? '';
  if (groups.every((g) => g.length === 1)) return 'shape.deadEnd';
  if (largest.length === 4) return 'shape.cross';
  if (largest.length === 3) return 'shape.tee';
  return ['NS', 'EW'].includes(largest) ? 'shape.straight' : 'shape.curve';
}

/** A card by name, as a heading. */
export const cardName = (card: string): string => (isTunnel(card) ? capital(t(shapeKey(card))) : (maybe(`card.${card}`) ?? card));

/* Things to be put into a sentence, in whatever case it wants. */
export const withCard = (shape: string): { card: Thing } => ({ card: { thing: shapeKey(shape) } });
export const goalName = (goal: number): string => t(GOALS[goal] ?? 'goal.middle');
export const withGoal = (goal: number): { goal: Thing } => ({ goal: { thing: GOALS[goal] ?? 'goal.middle' } });
export const withTool = (tool: string): { tool: Thing | string } => ({ tool: maybe(`tool.${tool}`) ? { thing: `tool.${tool}` as Key } : tool });

export const toolName = (tool: string): string => maybe(`tool.${tool}`) ?? tool;
export const brokenName = (card: string): string => maybe(`broken.${card.replace('break-', '')}`) ?? card;
export const roleName = (role: string): string => maybe(`role.${role}`) ?? '';
export const faceName = (card: string): string => t(card === 'gold' ? 'face.gold' : 'face.stone');

/** "Marta, Oleh and Ines": English as in Britain, without a comma before the last. */
export function listed(words: string[]): string {
  let list = lists.get(lang());
  if (!list) lists.set(lang(), (list = new Intl.ListFormat(lang() === 'en' ? 'en-GB' : lang())));
  return list.format(words);
}
const lists = new Map<string, Intl.ListFormat>(); // making one takes longer than a hundred sentences

/** "up, left and right" */
export function ways(shape: string): string {
  const said = ['N', 'E', 'S', 'W'].filter((e) => shape.includes(e)).map((e) => maybe(`way.${e}`) ?? e);
  return listed(said);
}

/* ------------------------------------------------------------- pictures */

export function cardSpec(card: string): Spec {
  if (isAction(card)) return { kind: 'action', action: card };
  const gold = /^gold-([123])$/.exec(card);
  if (gold) return { kind: 'gold', n: Number(gold[1]) as 1 | 2 | 3 };
  return { kind: 'tunnel', shape: card };
}

/** Any card of the box by its name; one that is not drawn yet shows its back. */
export function faceSpec(face: string): Spec {
  if (face === 'digger' || face === 'saboteur') return { kind: 'role', role: face };
  if (face === 'gold') return { kind: 'goal', face: 'gold', shape: 'NESW' };
  if (face.startsWith('stone-')) return { kind: 'goal', face: 'stone', shape: face.slice('stone-'.length) };
  return isAction(face) || isTunnel(face) || /^gold-[123]$/.test(face) ? cardSpec(face) : { kind: 'back', of: 'deck' };
}

export function cellSpec(cell: Cell): Spec {
  if (cell.kind === 'entrance') return { kind: 'entrance' };
  if (cell.kind !== 'goal') return { kind: 'tunnel', shape: cell.shape };
  return cell.faceUp ? { kind: 'goal', face: cell.card === 'gold' ? 'gold' : 'stone', shape: cell.shape } : { kind: 'goalBack', n: cell.goal + 1 };
}

/** A goal as it lies under its back. */
export const underSpec = (card: string): Spec => ({ kind: 'goal', face: card === 'gold' ? 'gold' : 'stone', shape: card === 'gold' ? 'NESW' : card.slice(-2) });

/* ---------------------------------------------------------------- aloud */

const counted = (n: number): string => maybe(`count.${n}`) ?? String(n);

/** "two to the right, one up": counted from the entrance, as one would point. */
export function placeName(x: number, y: number): string {
  const along = y < 0 ? 'up' : 'down', n = Math.abs(x || y), words = { n, count: counted(n) };
  if (!x) return y ? t(`place.${along}`, words) : t('place.entrance');
  const across = t(x > 0 ? 'place.right' : 'place.left', words);
  return y ? t(`place.then.${along}`, { across, count: counted(Math.abs(y)) }) : across;
}

const SIDES = [[0, -1, 'N'], [1, 0, 'E'], [0, 1, 'S'], [-1, 0, 'W']] as const;

function neighbours(view: View, x: number, y: number, shape: string): string[] {
  const said: string[] = [];
  for (const [dx, dy, edge] of SIDES) {
    const next = view.cells.find((c) => c.x === x + dx && c.y === y + dy);
    if (!next) continue;
    if (next.kind === 'goal' && !next.faceUp) said.push(t('cell.nextToGoal', withGoal(next.goal)));
    else if (shape.includes(edge)) said.push(t(next.kind === 'entrance' ? 'cell.joinsEntrance' : 'cell.joins', { ...withCard(next.shape), side: maybe(`side.${edge}`) ?? '' }));
  }
  return said;
}

function lying(table: Table, cell: Cell): string[] {
  if (cell.kind === 'entrance') return [t('cell.entrance')];
  if (cell.kind === 'goal') {
    if (cell.faceUp) return [t('cell.goalUp', { ...withGoal(cell.goal), face: faceName(cell.card) })];
    const seen = table.view?.mine?.peeks[cell.goal];
    return [t('cell.goalDown', withGoal(cell.goal)), ...(seen ? [t('cell.seen', { face: faceName(seen) })] : cell.card && table.view?.open.length ? [t('cell.under', { face: faceName(cell.card) })] : [])];
  }
  return [t('cell.card', { ...withCard(cell.shape), ways: ways(cell.shape) }), ...(cell.lit ? [] : [t('cell.dark')])];
}

function offered(table: Table, choice: Choice, x: number, y: number): string[] {
  const place = choice.place(x, y);
  if (!place) {
    const option = choice.cells.get(at(x, y));
    return option ? [t(option.verb === 'rockfall' ? 'cell.canFall' : option.verb === 'map' ? 'cell.canLook' : 'cell.canTurn')] : [];
  }
  const held = choice.turned ? place.turned : place.upright, lies = held ?? place.upright ?? place.turned;
  return [t(place.upright && place.turned ? 'cell.fitsBoth' : held ? 'cell.fits' : 'cell.fitsTurned'), ...neighbours(table.view!, x, y, lies?.shape ?? ''), t(choice.canTurn ? 'cell.keysTurn' : 'cell.keys')];
}

/** What the cursor says of a cell. It asks for no more than it needs: a card that is laid elsewhere changes no name. */
export function cellName(table: Table, choice: Choice, { x, y, cell }: Spot & { cell: Cell | null }): string {
  const offers = offered(table, choice, x, y);
  const what = cell ? lying(table, cell) : offers.length ? [] : [t('cell.empty')];
  return [...(x || y ? [`${capital(placeName(x, y))}.`] : []), ...what, ...offers].join(' ');
}

/** "T-junction: open up, left and right. Fits in 6 places." */
export function handName(card: string, fits: number, playable: boolean): string {
  const what = isTunnel(card) ? t('cell.card', { ...withCard(card), ways: ways(card) }) : `${cardName(card)}.`;
  if (!playable) return what;
  return isTunnel(card) ? `${what} ${t('hand.fits', { n: fits })}` : what;
}

/** "Oleh, human, 6 cards, lamp broken. You think: trusted." */
export function playerName(table: Table, seat: number, read: string): string {
  const player = table.view?.players.find((p) => p.seat === seat), at = table.info.seats.find((s) => s.seat === seat);
  if (!player || !at) return '';
  const bits = [
    at.name,
    seat === table.seat ? t('player.you') : t(at.kind === 'bot' || at.standIn ? 'player.bot' : 'player.human'),
    t('player.cards', { n: player.hand }),
    t('player.gold', { n: player.gold }),
    ...player.front.map(brokenName),
    ...(at.kind === 'human' && !at.present ? [t('player.away')] : []),
  ];
  return `${bits.join(', ')}.${read ? ` ${t('read.says', { read: maybe(`read.${read}`) ?? '' })}` : ''}`;
}
