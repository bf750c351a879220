/* What happened, as sentences: each kind of fact has its own, under `told.KIND`, in the persons that it needs. A fact without a
   sentence is not worth a line. */
import type { Spec } from '../art';
import { small } from '../i18n/sentence';
import { maybe, parts, personOf, t, told as toldKey, type Key, type Part, type Words } from '../i18n/index.svelte';
import type { Move, Told } from '../protocol';
import { faceOf } from './box.svelte';
import { isRemark, isTalk } from './remarks';
import { brokenName, cardSpec, deckBack, faceName, isGold, listed, lyingSpec, placeName, placeWord, roleWord, toolName, withCard, withGoal, withTool } from './names';
import type { Entry, Table } from './table.svelte';
import { goalCell } from './views';

/** Where something happened: on the board, or to players. */
export interface Scene { spot: { x: number; y: number } | null; seats: number[] }
export interface Line extends Scene { id: number; icon: Spec | null; parts: Part[]; secret: boolean; heading: boolean; /** Somebody says it. */ talk: boolean }

const icon = (name: 'lamp' | 'cart' | 'pick' | 'map' | 'rockfall' | 'eye' | 'gold' | 'troll' | 'key'): Spec => ({ kind: 'icon', icon: name });
const isTool = (tool: string | null | undefined): tool is 'lamp' | 'cart' | 'pick' => tool === 'lamp' || tool === 'cart' || tool === 'pick';

/** Facts that follow from a turn, or from none: nobody makes a move by them. */
const FOLLOW = new Set(['round', 'saw', 'seen', 'role', 'dealt', 'drew', 'reached', 'turned', 'roles', 'won', 'packet', 'took', 'paid', 'over', 'given', 'earned', 'lost', 'ended', 'kept', 'yielded', 'owed', 'claimed', 'struck', 'vain']);
const HEADINGS = new Set(['round', 'won', 'ended', 'over']);

/** Turns that others would want to have seen. */
export const isMove = (told: Told): boolean => !FOLLOW.has(told.kind) && !isRemark(told) && (told.seat ?? -1) >= 0 && toldKey(told.kind, [told.word, told.side, told.card], '') !== null;

const you = (table: Table, seat: number | null | undefined): boolean => (seat ?? -1) >= 0 && seat === table.seat;

/** Facts that go without saying in the log: what everybody sees on the table. */
const QUIET = new Set(['drew', 'dealt', 'reached', 'packet']);
/** Facts that show a card to everybody, so that naming it makes nobody special. */
const OPEN = new Set(['laid', 'broke', 'mended', 'played', 'turned', 'collapsed', 'wanted', 'shows', 'opened', 'cleared', 'saw', 'role']);

/** All that a sentence may name: the fields of the fact, and those of the move that it is about. */
export function wordsOf(table: Table, told: Told): Words {
  const { side, word, edge, card } = told, move: Partial<Move> = told.move ?? {}, seats = (told.seats ?? []).map((seat) => table.name(seat));
  const pick = <T>(own: T | null | undefined, other: unknown): T | null => own ?? (other as T | undefined) ?? null;
  const x = pick(told.x, move.x), y = pick(told.y, move.y), goal = pick(told.goal, move.goal), tool = pick(told.tool, move.tool), target = pick(told.target, move.target);
  const named = (value: unknown): Words[string] => (typeof value === 'number' ? withGoal(value).goal : typeof value === 'string' ? withCard(value).card : null); // what else a move is about
  const cards = told.cards ?? (card ? [card] : []), n = told.number ?? cards.length;
  return {
    name: table.name(told.seat ?? -1), target: target === null ? null : table.name(target), seats: listed(seats) || t('term.nobody'),
    ...withCard(card, told.shape), cards: listed(cards.map(faceName)), ...(tool === null ? {} : withTool(tool)), ...(goal === null ? {} : withGoal(goal)),
    place: x === null ? null : placeName(x, y ?? 0), to: told.to ? placeName(...told.to) : null, n, number: n,
    role: card ? roleWord(card) : null, roles: listed((told.roles ?? []).map((role, seat) => `${table.name(seat)}: ${faceName(role)}`)),
    side: maybe(`team.${side}`) ?? side, edge: maybe(`side.${edge}`) ?? edge, way: maybe(`way.${edge}`), one: named(move.one), other: named(move.other), where: told.place ? placeWord(told.place) : null, word: maybe(`term.${word}`) ?? word,
  };
}

/** The sentence for a fact, as it is said to whoever reads it. */
function sentence(table: Table, told: Told): Key | null {
  const knows = Boolean(told.card || told.cards?.length) && !OPEN.has(told.kind);
  return toldKey(told.kind, [told.word, told.side, told.card], personOf(table.seat < 0 ? -2 : table.seat, told.seat, targetOf(told), knows));
}

/** Whom it was done to: the fact says so, or the move that it is about. */
const targetOf = (told: Told): number | null => told.target ?? (told.move?.target as number | undefined) ?? null;

export function scene(table: Table, told: Told): Scene {
  const move: Partial<Move> = told.move ?? {}, goal = goalCell(table.view, told.goal ?? (move.goal as number | undefined));
  const x = told.x ?? (move.x as number | undefined), y = told.y ?? (move.y as number | undefined);
  if (goal) return { spot: { x: goal.x, y: goal.y }, seats: [] };
  if (x !== undefined) return { spot: { x, y: y ?? 0 }, seats: [] };
  const seat = targetOf(told) ?? told.seat ?? -1;
  return { spot: null, seats: seat >= 0 && isMove(told) ? [seat] : [] };
}

/** A sign for a line: the tool, the card, or what the kind of fact is known by. */
function sign(told: Told): Spec | null {
  const face = faceOf(told.card);
  switch (told.kind) {
    case 'round': case 'over': case 'roles': case 'ended': return null;
    case 'collapsed': return icon('rockfall');
    case 'looked': return icon('map');
    case 'saw': return icon('eye');
    case 'took': case 'paid': case 'won': case 'claimed': case 'earned': return icon('gold');
    case 'bribed': case 'yielded': case 'owed': return icon('troll');
    case 'unlocked': return icon('key');
    case 'passed': return deckBack();
  }
  if (isTool(told.tool)) return icon(told.tool);
  if (face?.shape) return lyingSpec(told.card!, told.quarter ?? 0);
  return face ? cardSpec(told.card) : null;
}

/** null: not worth a line. */
export function line(table: Table, entry: Entry): Line | null {
  if (entry.text !== undefined) return { id: entry.id, icon: null, parts: [{ text: table.name(entry.told.seat ?? -1), strong: true }, { text: `: ${entry.text}`, strong: false }], secret: false, heading: false, talk: true, spot: null, seats: [] };
  const { told } = entry, key = QUIET.has(told.kind) ? null : sentence(table, told);
  if (!key || (told.kind === 'roles' && !told.card) || (told.kind === 'paid' && !told.number)) return null;
  return { id: entry.id, icon: isTalk(told) ? null : sign(told), parts: parts(key, wordsOf(table, told)), secret: told.kind === 'role' || told.kind === 'seen' || (told.kind === 'saw' && you(table, told.seat)), heading: HEADINGS.has(told.kind), talk: isTalk(told), ...scene(table, told) };
}

/** The same without the place, which is outlined on the board. */
export function brief(table: Table, entry: Entry): Line | null {
  const said = line(table, entry), own = `brief.${entry.told.kind}${you(table, entry.told.seat) ? '.you' : ''}` as const;
  const key = maybe(own) === null ? sentence(table, entry.told) : own;
  return said && key && { ...said, parts: parts(key, { ...wordsOf(table, entry.told), place: null }) };
}

/** What nobody it happened to must miss. */
export function struck(table: Table, told: Told): 'harm' | 'help' | 'gold' | 'news' | null {
  /* Alone, what comes from the deck happens to you. */
  if (told.kind === 'struck') return 'harm';
  if (told.kind === 'vain' || (told.kind === 'collapsed' && table.view?.players.length === 1)) return 'news';
  if (told.kind === 'turned' && isGold(told.card)) return 'gold';
  if (told.kind === 'lost' && you(table, told.seat)) return 'harm';
  const target = targetOf(told);
  if (!you(table, target) || told.seat === target) return null;
  switch (told.kind) {
    case 'broke': return 'harm';
    case 'mended': return 'help';
    case 'snatched': return 'news';
    case 'played': { const use = faceOf(told.card)?.use; return use === 'hinder' ? 'harm' : use === 'mend' ? 'help' : 'news'; }
    default: return null;
  }
}

export const text = (said: Line): string => said.parts.map((p) => p.text).join('');

/** What is wrong with a player's tools, for the panel. */
export const status = (front: string[]): string =>
  front.length < 2 ? front.map(brokenName).join('') : front.every((card) => faceOf(card)?.tools.length === 1)
    ? t('broken.many', { tools: front.map((card) => toolName(faceOf(card)!.tools[0]!)).join(', ') }) : front.map(brokenName).map((name, i) => (i ? small(name) : name)).join(', ');

/** Whose turn it is, on the page's tab: nothing that only one of you may know. */
export function pageTitle(table: Table): string {
  if (!table.view || table.view.phase === 'over') return t('title.table');
  if (table.paused) return t('pause.title');
  if (table.asksMe) return t(table.reminded ? 'title.nudged' : 'title.yours');
  const name = table.name(table.ask?.seats[0] ?? table.view.asked[0] ?? -1);
  return name ? t('title.of', { name }) : t('title.table');
}

/** Said at once when you are asked; whose turn it is otherwise is told politely by what they do. */
export function turnCall(table: Table): string {
  if (!table.view || table.view.phase === 'over' || table.held || !table.asksMe) return '';
  if (table.ask?.step !== 'turn') return t('turn.asked');
  const cards = table.me?.hand ?? 0, front = table.me?.front ?? [];
  return [`${t('turn.yours')}.`, t('turn.cards', { n: cards }), front.length ? `${status(front)}.` : t('turn.sound')].join(' ');
}
