/* One line that says whose turn it is, what is asked, and how to confirm or leave. */
import { capital, maybe, parts, t, type Key, type Part, type Words } from '../i18n/index.svelte';
import type { Move } from '../protocol';
import { faceOf, formOf, hinders, isTunnel } from './box.svelte';
import type { Answer, Choice } from './choice.svelte';
import { cardName, goalName, placeName, toolName, withCard } from './names';
import { fitting } from './offers';
import { status, wordsOf } from './story';
import type { Table } from './table.svelte';

export type Button = 'tryNow' | 'reload' | 'pass' | 'discard' | 'discardThis' | 'turn' | 'cancel' | 'confirm' | 'whyNot' | 'skip' | 'resume' | 'nudge';
export interface Prompt { title: string; parts: Part[]; /** What is said aloud where the parts count seconds. */ aloud?: string; buttons: Button[]; confirm: string; tone: 'calm' | 'yours' | 'bad' }

const plain = (text: string): Part[] => (text ? [{ text, strong: false }] : []);

export function prompt(table: Table, choice: Choice, narrow: boolean): Prompt {
  const make = (title: string, said: Part[], more: Partial<Prompt> = {}): Prompt => ({ title, parts: said, buttons: [], confirm: '', tone: 'yours', ...more });
  const bad = (title: string, said: Part[], buttons: Button[]) => make(title, said, { tone: 'bad', buttons });
  if (table.link === 'outdated') return bad(t('outdated.title'), plain(t('outdated.text')), ['reload']);
  if (table.link === 'gone') return bad(t('gone.title'), plain(t('gone.text')), []);
  if (!table.live) return { ...bad(t('offline.title'), offline(table), ['tryNow']), aloud: t(table.seat >= 0 ? 'offline.text' : 'offline.watching') };
  if (table.fault) return bad(t('fault.title'), plain(table.fault.text), []);
  if (table.refusal) return bad(t('refused.title'), plain(table.named(table.refusal.text)), []);
  if (table.summary) return make(t('round.over', { round: table.summary.round }), plain(table.summary && 'roles' in table.summary ? t('round.roles') : ''), { tone: 'calm' });
  if (table.sent && table.late) return bad(t('late.title'), plain(t('late.text')), ['tryNow']);
  if (table.paused) return make(t('pause.title'), plain(t(table.hosts ? 'pause.yours' : 'pause.text', { name: table.name(table.info.host) })), { tone: 'calm', buttons: table.hosts ? ['resume'] : [] });
  if (table.held) return make(t('gate.title'), plain(`${readyCount(table)} ${readyLeft(table)}`), { tone: 'calm' });
  if (table.sent) return make(t('turn.yours'), plain(t('sending')), { tone: 'calm' });
  if (!table.asksMe) return waiting(table, narrow, make);
  if (!choice.playing) return asking(table, choice, make);
  if (choice.discarding) return discarding(table, choice, make);
  if (choice.verb) return beside(choice, make);
  if (choice.card) return isTunnel(choice.card) ? laying(table, choice, narrow, make) : playing(table, choice, narrow, make);
  return choosing(table, choice, make);
}

/** How many are ready; bots always are. */
export const readyCount = (table: Table): string => t('gate.count', { n: table.info.players - (table.gate?.waits.length ?? 0), of: table.info.players });
/** How long the round waits at most. */
export const readyLeft = (table: Table): string => (table.gateLeft() ? t('gate.left', { time: table.gateLeft() }) : '');

function offline(table: Table): Part[] {
  if (table.seat < 0 || table.info.status === 'over') return plain(t('offline.watching'));
  const time = table.kept(table.seat);
  return time ? parts('offline.kept', { time }) : plain(t('offline.bot'));
}

type Make = (title: string, said: Part[], more?: Partial<Prompt>) => Prompt;

function waiting(table: Table, narrow: boolean, make: Make): Prompt {
  const view = table.view!, asked = table.ask?.seats[0] ?? view.asked[0] ?? -1, name = table.name(asked), looker = table.gate?.waits.map((s) => table.name(s)).join(', '), watching = table.seat < 0 && narrow; // a wide window says so at the top
  const step = table.ask?.step ?? '', doing = others(step, name) ?? (view.phase === 'pay' ? t('gold.others') : view.phase === 'goal' ? t('ask.goal.others') : '');
  const text = doing && step !== 'turn' ? doing : looker ? t('gate.look', { name: looker }) : watching ? t('watching') : table.missed ? t('missed', { n: table.missed }) : '';
  return make(name ? t('turn.of', { name }) : t('waiting'), plain(text), { tone: 'calm', buttons: table.alone && table.info.status === 'running' ? ['skip'] : table.dawdles >= 0 ? ['nudge'] : [] });
}

/** What a question is about, as words: who did what, and with which card. */
function aboutWords(table: Table): Words {
  const about = table.ask?.about ?? {}, move = movedIn(about), seat = typeof about.seat === 'number' ? about.seat : null;
  const n = Object.entries(about).find(([field, value]) => field !== 'seat' && typeof value === 'number')?.[1];
  return { ...wordsOf(table, { kind: '', seat, card: move?.card ?? null, shape: faceOf(move?.card)?.shape, move }), n: Number(n ?? 0) };
}

/** The move that a question is about, if it is about one. */
export const movedIn = (about: Record<string, unknown>): Move | null => {
  const move = about.move;
  return typeof move === 'object' && move !== null && 'verb' in move ? (move as Move) : null;
};

/** What somebody else is asked. */
function others(step: string, name: string): string | null {
  const key: Key = `ask.${step}.others`;
  return step && maybe(key) !== null ? t(key, { name }) : null;
}

/** A question that is not about a card of the hand. */
function asking(table: Table, choice: Choice, make: Make): Prompt {
  const { step } = choice, goals = choice.whole.length > 0 && choice.whole.every((o) => o.slots[0]?.what === 'goal'), packet = 'packet' in (table.view?.mine ?? {}) && step === 'take';
  const several = new Set(choice.whole.map((o) => o.move.verb)).size > 1 && maybe(`ask.${step}.several`) !== null ? '.several' : '', words = aboutWords(table);
  const asks = (key: string) => (maybe(key) === null ? null : t(key as Key, words));
  const title = asks(`ask.${step}${several}.title`) ?? (goals ? t('ask.goal.title') : packet ? t('gold.title') : t('turn.yours'));
  const text = asks(`ask.${step}${several}`) ?? (goals ? t('ask.goal') : packet ? t('gold.yours') : t('turn.asked'));
  if (!choice.ready || choice.answers.length) return make(title, plain(text), choice.aim || choice.target >= 0 ? { buttons: ['cancel'] } : {});
  return make(title, plain(text), { buttons: ['cancel', 'confirm'], confirm: maybe(`ask.${step}.do`) ?? (goals ? t('ask.goal.do') : t('play.do')) });
}

/** A way to answer that plays no card. */
function beside(choice: Choice, make: Make): Prompt {
  const n = choice.gathered.length, of = Math.max(0, ...choice.left.map((o) => o.slots[0]?.cards.length ?? 0));
  const text = choice.gathering && of > 1 ? t('choose.counted', { n, of }) : (maybe(`choose.${choice.verb}`) ?? next(choice));
  return make(verbName(choice.step, choice.verb), plain(text), { buttons: choice.ready ? ['cancel', 'confirm'] : ['cancel'], confirm: choice.gathering && n ? t('discard.several', { n }) : t('play.do') });
}

/** What is to be chosen now, by what it is. */
function next(choice: Choice): string {
  const slot = choice.left[0]?.slots[0];
  return (slot && maybe(`choose.${slot.aim === 'hand' ? 'hand' : slot.what}`)) || '';
}

export const verbName = (step: string, verb: string): string => capital(maybe(`play.${verb}`) ?? maybe(`answer.${step}.${verb}`) ?? maybe(`answer.turn.${verb}`) ?? (faceOf(verb) ? cardName(verb) : verb));

/** One of a list, in words. */
export function answerName(table: Table, choice: Choice, answer: Answer): string {
  const { verb, slot } = answer, verbs = new Set(choice.answers.map((a) => a.verb)).size, [offer] = answer.offers;
  if (!slot) return verbName(choice.step, verb);
  const value = slot.value, whole = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
  const own = maybe(`answer.${choice.step}.${verb}-${whole}`);
  if (own !== null) return capital(own);
  /* A sentence that names what is chosen says it all, once there is nothing else to choose. */
  const key = `answer.${choice.step}.${verb}` as const, bare = maybe(key), further = answer.offers.some((o) => o.slots.length > 1);
  const filled = bare === null || !offer || further ? null : one(answer.offers.map((each) => t(key, moveWords(table, each.move))));
  if (filled !== null && filled !== bare) return capital(filled);
  const words = slotName(table, slot.what, value, slot.cards, slot.name);
  return verbs > 1 && !slot.cards.length ? `${verbName(choice.step, verb)}: ${words}` : capital(words);
}

/** What all of them say, if they say the same. */
const one = (said: string[]): string | null => (said.every((each) => each === said[0]) ? (said[0] ?? null) : null);

/** What a sentence about a move may name. */
const moveWords = (table: Table, move: Move): Words => {
  const { target, card, cards, ...rest } = move, n = Object.values(rest).find((value) => typeof value === 'number');
  return { ...wordsOf(table, { kind: '', target: target as number, card: card ?? null, cards: cards as string[], word: Object.values(rest).find((value, i) => i > 0 && typeof value === 'string') as string, move }), n: n ?? 0 };
};

function slotName(table: Table, what: string, value: unknown, cards: string[], name: string): string {
  switch (what) {
    case 'face': case 'faces': return cards.map(cardName).join(', ');
    case 'tool': return toolName(String(value));
    case 'yes': return maybe(value ? 'term.yes' : 'term.no') ?? String(value);
    case 'term': return maybe(`term.${String(value)}`) ?? maybe(`face.${String(value)}`) ?? String(value);
    case 'edge': return capital(maybe(`way.${String(value)}`) ?? String(value));
    case 'goal': return capital(goalName(Number(value)));
    case 'cell': return capital(placeName(...(value as [number, number])));
    case 'seat': return table.name(Number(value));
    case 'seats': return (value as number[]).map((seat) => table.name(seat)).join(', ');
    case 'half': case 'quarter': return `${(typeof value === 'boolean' ? Number(value) * 2 : Number(value)) * 90}°`;
    case 'number': { const word = maybe(`number.${name}`); return word ? `${word} ${Number(value)}` : String(value); }
    default: return JSON.stringify(value);
  }
}

/** What lies before a player and keeps from laying tunnels. */
function hindered(front: string[]): string {
  const those = front.filter(hinders);
  return t(those.every((card) => faceOf(card)?.tools.length) ? 'turn.broken' : 'turn.hindered', { tools: status(those) });
}

function choosing(table: Table, choice: Choice, make: Make): Prompt {
  const yours = t('turn.yours'), front = table.me?.front ?? [];
  const also: Button[] = choice.throws && choice.hand.length ? ['discard'] : [];
  if (!choice.hand.length && choice.away) return make(yours, plain(t('hand.pass')), { buttons: ['pass'] });
  if (table.missed) return make(yours, parts('missed', { n: table.missed }), { buttons: also });
  if (choice.step !== 'turn') return make(maybe(`ask.${choice.step}.title`) ?? yours, plain(maybe(`ask.${choice.step}`) ?? t('turn.choose')), { buttons: also });
  if (front.some(hinders)) return make(yours, plain(hindered(front)), { buttons: also });
  const n = most(table, choice);
  return make(yours, plain(!table.view?.deck ? t('turn.deckEmpty') : n > 1 ? t('turn.chooseSome', { n }) : t('turn.choose')), { buttons: also });
}

/** How many cards may be thrown away at once. */
const most = (table: Table, choice: Choice): number => Math.max(0, ...table.options.filter((o) => o.verb === choice.throws).map((o) => (o[formOf(o.verb)!.fields[0]!.name] as string[]).length));

function discarding(table: Table, choice: Choice, make: Make): Prompt {
  const cards = choice.gathered.map((i) => cardName(choice.hand[i] ?? '')).join(', '), n = most(table, choice);
  const text = cards ? t('discard.this', { card: cards }) : n > 1 ? t('discard.chooseSome', { n }) : t('discard.choose');
  return make(t('discard.title'), plain(text), { buttons: cards || choice.ready ? ['cancel', 'confirm'] : ['cancel'], confirm: choice.gathered.length > 1 ? t('discard.several', { n: choice.gathered.length }) : t('discard.do') });
}

function laying(table: Table, choice: Choice, narrow: boolean, make: Make): Prompt {
  const n = choice.places.size, useless: Button[] = choice.away ? ['whyNot', 'discardThis'] : ['whyNot'];
  if (!choice.whole.length) {
    const front = table.me?.front ?? [];
    return make(t('turn.yours'), plain(front.some(hinders) ? hindered(front) : t('lay.nowhere')), { buttons: narrow ? useless : [...useless, 'cancel'] });
  }
  const turnedToFit = choice.aim !== null && fitting(choice.left, choice.quarter)?.quarter !== choice.quarter;
  const said = turnedToFit ? plain(t('lay.turned')) : narrow ? parts('lay.fitsShort', { n }) : parts('lay.fits', { ...withCard(choice.card, faceOf(choice.card)?.shape), n }).map((p) => ({ ...p, strong: p.text === String(n) }));
  return make(t('turn.yours'), said, { buttons: !narrow ? ['turn', 'cancel', 'confirm'] : choice.aim ? ['turn', 'confirm'] : ['turn', 'cancel'], confirm: t('lay.do') });
}

function playing(table: Table, choice: Choice, narrow: boolean, make: Make): Prompt {
  const { card } = choice, use = faceOf(card)?.use ?? 'other', title = maybe(`play.${card}`) ?? cardName(card);
  const useless: Button[] = choice.away ? ['whyNot', 'discardThis'] : ['whyNot'];
  if (!choice.whole.length) return make(title, plain(t('play.nobody')), { buttons: narrow ? useless : [...useless, 'cancel'] });
  if (choice.target >= 0 && choice.answers.length > 1) return make(title, plain(t('play.which', { name: table.name(choice.target) })), { buttons: ['cancel'] });
  if (choice.target >= 0 && choice.ready) {
    const self = choice.target === table.seat && use === 'hinder';
    return make(title, plain(self ? t('play.self') : t('play.sure', { name: table.name(choice.target) })), { buttons: ['cancel', 'confirm'], confirm: t('play.do') });
  }
  const short = narrow && choice.seats.size ? t('choose.tap') : (maybe(`choose.${card}`) ?? maybe(`choose.${use}`) ?? next(choice));
  const turns: Button[] = choice.canTurn ? ['turn'] : [];
  return make(title, plain(short), { buttons: choice.ready ? [...turns, 'cancel', 'confirm'] : ['cancel'], confirm: maybe(`do.${card}`) ?? t('play.do') });
}
