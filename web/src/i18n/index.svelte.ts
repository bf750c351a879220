/* What the browser says. The words of games (cards, questions, what happened) come with the box of a table, from the server's
   catalogue; buttons, help and lobby have a typed dictionary for each language, loaded when it is chosen. */
import type { en } from './en';
import { form, pieces, toldKey, type Dictionary as Catalogue, type Person, type Thing as Named, type Value, type Word } from './sentence';

export { capital, personOf, type Person } from './sentence';
export const LANGS = ['en', 'ru', 'uk'] as const;
export type Lang = (typeof LANGS)[number];
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
/** Groups of words that the catalogue has. */
export const VOCABULARY = ['face', 'tool', 'role', 'wins', 'you', 'ask', 'answer', 'play', 'say', 'choose', 'do', 'told', 'brief', 'shape', 'goal', 'broken', 'nuggets', 'piece', 'number', 'team', 'place', 'side', 'way', 'term', 'mark', 'walks', 'tally', 'game', 'extra', 'edition'] as const;
type Own = keyof typeof en;
export type Key = Own | `${(typeof VOCABULARY)[number]}.${string}`;
export type Dictionary = { [K in Own]: (typeof en)[K] extends string ? string : Plural };
/** Put into a sentence, this is the thing's name: `{card}`, `{Card}` at a beginning, `{card:acc}` in the accusative. */
export interface Thing extends Named { thing: Key }
export type Words = Record<string, Value>;
/** A piece of a sentence; names and what a goal holds stand out. */
export interface Part { text: string; strong: boolean }

const LOADERS: Record<Lang, () => Promise<Dictionary>> = {
  en: () => import('./en').then((m) => m.en),
  ru: () => import('./ru').then((m) => m.ru),
  uk: () => import('./uk').then((m) => m.uk),
};

const STRONG = new Set(['name', 'target', 'face', 'time']);

let current = $state.raw<{ lang: Lang; dictionary: Dictionary } | null>(null);
let vocabulary = $state.raw<Catalogue>({});

export const isLang = (text: string | null): text is Lang => LANGS.includes(text as Lang);

/** The language asked for, kept from last time, or the browser's own. */
export function preferred(asked: string | null, kept: string | null, browser: readonly string[]): Lang {
  const known = [asked, kept, ...browser.map((b) => b.slice(0, 2))].find(isLang);
  return known ?? 'en';
}

export async function useLang(lang: Lang): Promise<void> {
  const dictionary = await LOADERS[lang]();
  current = { lang, dictionary };
  document.documentElement.lang = lang;
}

/** The words of the game on the table, in the language that is used: `Box.words`. */
export function useWords(words: Catalogue): void {
  vocabulary = words;
}

export const lang = (): Lang => current?.lang ?? 'en';

const look = (key: string): Word | undefined => vocabulary[key] ?? (current?.dictionary as Catalogue | undefined)?.[key];

export function parts(key: Key, words: Words = {}): Part[] {
  if (!current) throw new Error('No language is loaded yet: call useLang first.');
  return pieces(look, look(key) ?? '', lang(), words).map((p) => ({ text: p.text, strong: STRONG.has(p.slot) }));
}

export const t = (key: Key, words: Words = {}): string => parts(key, words).map((p) => p.text).join('');

/** For keys made at run time, such as the name of a card: nothing when there is none. */
export const maybe = (key: string): string | null => (current && look(key) !== undefined ? t(key as Key) : null);

/** A name in a case, such as `goal.top` in the accusative. */
export const inCase = (key: Key, kase: string): string => form(look(key) ?? '', lang(), 0, kase);

/** The key of what to say of a fact: `about` are its word, side and card, `person` to whom it is said; null: nothing is said of it. */
export const told = (kind: string, about: (string | null | undefined)[], person: Person): Key | null => (toldKey(look, kind, about, person) || null) as Key | null;
