/* What happened, as sentences: one for each kind of fact and person, under `told.KIND`. */
import type { Spec } from '../art';
import type { Told } from '../full';
import { parts, t, type Key, type Part, type Words } from '../i18n/index.svelte';
import { brokenName, faceName, placeName, roleName, toolName, withCard, withGoal, withTool } from './names';
import { toolOf } from './offers';
import type { Entry, Table } from './table.svelte';

/** Where something happened: on the board, or to players. */
export interface Scene { spot: { x: number; y: number } | null; seats: number[] }
export interface Line extends Scene { id: number; icon: Spec | null; parts: Part[]; secret: boolean; heading: boolean }

const icon = (name: 'lamp' | 'cart' | 'pick' | 'map' | 'rockfall' | 'eye' | 'gold'): Spec => ({ kind: 'icon', icon: name });
const toolIcon = (tool: string): Spec => icon(tool === 'cart' ? 'cart' : tool === 'pick' ? 'pick' : 'lamp');

/** Turns that others would want to have seen. */
const MOVES = new Set(['laid', 'broke', 'mended', 'collapsed', 'looked', 'passed']);
export const isMove = (told: Told): boolean => MOVES.has(told.kind);

const you = (table: Table, seat: number): boolean => seat >= 0 && seat === table.seat;

/** The same fact in its persons: who did it, and to whom. */
const DONE = ['laid', 'collapsed', 'collapsedDark', 'looked', 'passed', 'passedEmpty', 'turned', 'took', 'paid'] as const;
const DONE_TO = ['broke', 'mended'] as const;
function done(table: Table, kind: (typeof DONE)[number], told: Told, words: Words = {}): Part[] {
  return parts(you(table, told.seat) ? `told.${kind}.you` : `told.${kind}`, { name: table.name(told.seat), ...words });
}
function doneTo(table: Table, kind: (typeof DONE_TO)[number], told: Told): Part[] {
  const mine = you(table, told.seat), own = told.seat === told.target;
  const key: Key = own ? (mine ? `told.${kind}.yourOwn` : `told.${kind}.own`) : mine ? `told.${kind}.you` : you(table, told.target) ? `told.${kind}.atYou` : `told.${kind}`;
  return parts(key, { name: table.name(told.seat), target: table.name(told.target), ...withTool(told.tool) });
}

const WON: Record<string, Key> = { diggers: 'told.won.diggers', saboteurs: 'told.won.saboteurs', nobody: 'told.won.nobody' };

export function scene(table: Table, told: Told): Scene {
  const goal = ['looked', 'saw', 'turned'].includes(told.kind) ? table.view?.cells.find((c) => c.goal === told.goal) : undefined;
  if (goal) return { spot: { x: goal.x, y: goal.y }, seats: [] };
  if (told.kind === 'laid' || told.kind === 'collapsed') return { spot: { x: told.x, y: told.y }, seats: [] };
  return { spot: null, seats: told.kind === 'broke' || told.kind === 'mended' ? [told.target] : told.kind === 'passed' ? [told.seat] : [] };
}

/** null: not worth a line. */
export function line(table: Table, entry: Entry): Line | null {
  const { told } = entry, card = { ...withCard(told.shape), place: placeName(told.x, told.y) };
  const make = (spec: Spec | null, said: Part[], more: Partial<Line> = {}): Line => ({ id: entry.id, icon: spec, parts: said, secret: false, heading: false, ...scene(table, told), ...more });
  switch (told.kind) {
    case 'round': return make(null, parts('told.round', { n: told.number }), { heading: true });
    case 'laid': return make({ kind: 'tunnel', shape: told.shape }, done(table, 'laid', told, card));
    case 'broke': case 'mended': return make(toolIcon(told.tool), doneTo(table, told.kind, told));
    case 'collapsed': return make(icon('rockfall'), done(table, told.number ? 'collapsedDark' : 'collapsed', told, { ...card, n: told.number }));
    case 'looked': return make(icon('map'), done(table, 'looked', told, withGoal(told.goal)));
    case 'saw': return make(icon('eye'), parts(you(table, told.seat) ? 'told.saw' : 'told.sawBy', { name: table.name(told.seat), ...withGoal(told.goal), face: faceName(told.card) }), { secret: you(table, told.seat) });
    case 'passed': return make({ kind: 'back', of: 'deck' }, done(table, told.number ? 'passed' : 'passedEmpty', told));
    case 'turned': return make({ kind: 'goal', face: told.card === 'gold' ? 'gold' : 'stone', shape: told.shape }, done(table, 'turned', told, { ...withGoal(told.goal), face: faceName(told.card) }));
    case 'roles': return told.card ? make(null, parts('told.roles', { role: roleName(told.card) })) : null;
    case 'took': return make(icon('gold'), done(table, 'took', told));
    case 'paid': return told.number ? make(icon('gold'), done(table, 'paid', told, { n: told.number })) : null;
    case 'won': return make(icon('gold'), parts(WON[told.side] ?? 'told.won.saboteurs'), { heading: true });
    case 'over': return make(null, parts('told.over'), { heading: true });
    default: return null;
  }
}

/** The same without the place, which is outlined on the board. */
export function brief(table: Table, entry: Entry): Line | null {
  const said = line(table, entry), { told } = entry, mine = you(table, told.seat);
  if (!said || (told.kind !== 'laid' && told.kind !== 'collapsed')) return said;
  return { ...said, parts: parts(mine ? `brief.${told.kind}.you` : `brief.${told.kind}`, { name: table.name(told.seat), ...withCard(told.shape) }) };
}

/** What nobody it happened to must miss. */
export function struck(table: Table, told: Told): 'harm' | 'help' | 'gold' | null {
  if (told.kind === 'turned' && told.card === 'gold') return 'gold';
  if (!you(table, told.target) || told.seat === told.target) return null;
  return told.kind === 'broke' ? 'harm' : told.kind === 'mended' ? 'help' : null;
}

export const text = (said: Line): string => said.parts.map((p) => p.text).join('');

/** What is wrong with a player's tools, for the panel. */
export const status = (front: string[]): string =>
  front.length < 2 ? front.map(brokenName).join('') : t('broken.many', { tools: front.map((card) => toolName(toolOf(card))).join(', ') });

/** Whose turn it is, on the page's tab: nothing that only one of you may know. */
export function pageTitle(table: Table): string {
  if (!table.view || table.view.phase === 'over') return t('title.table');
  if (table.asksMe) return t('title.yours');
  const name = table.name(table.ask?.seats[0] ?? table.view.active);
  return name ? t('title.of', { name }) : t('title.table');
}

/** Said at once when you are asked; whose turn it is otherwise is told politely by what they do. */
export function turnCall(table: Table): string {
  if (!table.view || table.view.phase === 'over' || table.held || !table.asksMe) return '';
  if (table.ask?.step !== 'turn') return t('turn.asked');
  const cards = table.me?.hand ?? 0, front = table.me?.front ?? [];
  return [`${t('turn.yours')}.`, t('turn.cards', { n: cards }), front.length ? `${status(front)}.` : t('turn.sound')].join(' ');
}
