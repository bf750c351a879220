/* What things are called, on the screen and aloud. */
import { isAction, type Spec } from '../art';
import type { Cell, View } from '../full';
import { capital, lang, maybe, t } from '../i18n/index.svelte';
import type { Choice } from './choice.svelte';
import { at, isTunnel } from './offers';
import type { Table } from './table.svelte';

export const TOP = -2; // the top goal's row: rows count from it, or from what lies above it
const GOALS = ['goal.top', 'goal.middle', 'goal.bottom'] as const;

export const goalName = (goal: number): string => t(GOALS[goal] ?? 'goal.middle');

export function shapeName(shape: string): string {
  const groups = shape.split('|'), largest = groups[0] ?? '';
  if (groups.every((g) => g.length === 1)) return t('shape.deadEnd');
  if (largest.length === 4) return t('shape.cross');
  if (largest.length === 3) return t('shape.tee');
  return t(['NS', 'EW'].includes(largest) ? 'shape.straight' : 'shape.curve');
}

/** A card by name, as a heading. */
export const cardName = (card: string): string => (isTunnel(card) ? capital(shapeName(card)) : (maybe(`card.${card}`) ?? card));

/* The same name inside a sentence and at its beginning. */
export const withCard = (shape: string) => ({ card: shapeName(shape), Card: capital(shapeName(shape)) });
export const withGoal = (goal: number) => ({ goal: goalName(goal), Goal: capital(goalName(goal)) });

export const toolName = (tool: string): string => maybe(`tool.${tool}`) ?? tool;
export const brokenName = (card: string): string => maybe(`broken.${card.replace('break-', '')}`) ?? card;
export const roleName = (role: string): string => maybe(`role.${role}`) ?? '';
export const faceName = (card: string): string => t(card === 'gold' ? 'face.gold' : 'face.stone');

/** "Marta, Oleh and Ines": English as in Britain, without a comma before the last. */
export const listed = (words: string[]): string => new Intl.ListFormat(lang() === 'en' ? 'en-GB' : lang()).format(words);

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

export function cellSpec(cell: Cell): Spec {
  if (cell.kind === 'entrance') return { kind: 'entrance' };
  if (cell.kind !== 'goal') return { kind: 'tunnel', shape: cell.shape };
  return cell.faceUp ? { kind: 'goal', face: cell.card === 'gold' ? 'gold' : 'stone', shape: cell.shape } : { kind: 'goalBack', n: cell.goal + 1 };
}

/* ---------------------------------------------------------------- aloud */

export const topRow = (view: View): number => Math.min(TOP, ...view.cells.map((c) => c.y));

/** Columns count from the entrance, rows from the top. */
export const columnAndRow = (view: View, x: number, y: number) => ({ column: x + 1, row: y - topRow(view) + 1 });

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
    return [t('cell.goalDown', withGoal(cell.goal)), ...(seen ? [t('cell.seen', { face: faceName(seen) })] : [])];
  }
  return [t('cell.card', { ...withCard(cell.shape), ways: ways(cell.shape) }), ...(cell.lit ? [] : [t('cell.dark')])];
}

function offered(choice: Choice, view: View, x: number, y: number): string[] {
  const place = choice.place(x, y);
  if (!place) {
    const option = choice.cells.get(at(x, y));
    return option ? [t(option.verb === 'rockfall' ? 'cell.canFall' : option.verb === 'map' ? 'cell.canLook' : 'cell.canTurn')] : [];
  }
  const held = choice.turned ? place.turned : place.upright, lies = held ?? place.upright ?? place.turned;
  return [t(place.upright && place.turned ? 'cell.fitsBoth' : held ? 'cell.fits' : 'cell.fitsTurned'), ...neighbours(view, x, y, lies?.shape ?? ''), t(choice.canTurn ? 'cell.keysTurn' : 'cell.keys')];
}

/** What the cursor says of a cell. */
export function cellName(table: Table, choice: Choice, x: number, y: number): string {
  const view = table.view;
  if (!view) return '';
  const cell = view.cells.find((c) => c.x === x && c.y === y), offers = offered(choice, view, x, y);
  const what = cell ? lying(table, cell) : offers.length ? [] : [t('cell.empty')];
  return [t('cell.where', columnAndRow(view, x, y)), ...what, ...offers].join(' ');
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
