/* One typed dictionary for each language, loaded when it is chosen. Sentences are translated whole; numbers choose their form
   by the language's own plural rules, and names of things stand in the case that the sentence asks for. */
import type { en } from './en';

export const LANGS = ['en', 'ru', 'uk'] as const;
export type Lang = (typeof LANGS)[number];
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
export type Case = 'nom' | 'acc' | 'gen' | 'ins' | 'your';
/** A thing's name in the cases that sentences need; `your` is the accusative of what is yours. English has one form. */
export type Noun = Partial<Record<Case, string>> & { nom: string };
export type Key = keyof typeof en;
export type Dictionary = { [K in Key]: (typeof en)[K] extends string ? string | Noun : Plural };
/** Put into a sentence, this is the thing's name: `{card}`, `{Card}` at a beginning, `{card:acc}` in the accusative. */
export interface Thing { thing: Key }
export type Words = Record<string, string | number | Thing>;
/** A piece of a sentence; names and what a goal holds stand out. */
export interface Part { text: string; strong: boolean }

const LOADERS: Record<Lang, () => Promise<Dictionary>> = {
  en: () => import('./en').then((m) => m.en),
  ru: () => import('./ru').then((m) => m.ru),
  uk: () => import('./uk').then((m) => m.uk),
};

const STRONG = new Set(['name', 'target', 'face', 'time']);

let current = $state.raw<{ lang: Lang; dictionary: Dictionary; rules: Intl.PluralRules } | null>(null);

export const isLang = (text: string | null): text is Lang => LANGS.includes(text as Lang);

/** The language asked for, kept from last time, or the browser's own. */
export function preferred(asked: string | null, kept: string | null, browser: readonly string[]): Lang {
  const known = [asked, kept, ...browser.map((b) => b.slice(0, 2))].find(isLang);
  return known ?? 'en';
}

export async function useLang(lang: Lang): Promise<void> {
  const dictionary = await LOADERS[lang]();
  current = { lang, dictionary, rules: new Intl.PluralRules(lang) };
  document.documentElement.lang = lang;
}

export const lang = (): Lang => current?.lang ?? 'en';

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

function entry(key: Key): string | Noun | Plural {
  if (!current) throw new Error('No language is loaded yet: call useLang first.');
  return current.dictionary[key];
}

function noun(key: Key, form: Case): string {
  const found = entry(key);
  return typeof found === 'string' ? found : 'nom' in found ? (found[form] ?? found.nom) : found.other;
}

function sentence(key: Key, words: Words): string {
  const found = entry(key);
  if (typeof found === 'string') return found;
  return 'nom' in found ? found.nom : (found[current!.rules.select(Number(words.n))] ?? found.other);
}

function put(slot: string, words: Words): Part {
  const [name, form = 'nom'] = slot.split(':') as [string, Case?], small = name.charAt(0).toLowerCase() + name.slice(1);
  const word = words[small] ?? '', text = typeof word === 'object' ? noun(word.thing, form) : String(word);
  return { text: name === small ? text : capital(text), strong: STRONG.has(small) };
}

export function parts(key: Key, words: Words = {}): Part[] {
  return sentence(key, words).split(/\{(\w+(?::\w+)?)\}/).map((text, i) => (i % 2 ? put(text, words) : { text, strong: false }))
    .filter((p) => p.text !== '');
}

export const t = (key: Key, words: Words = {}): string => parts(key, words).map((p) => p.text).join('');

/** For keys made at run time, such as the name of a card: nothing when there is none. */
export const maybe = (key: string): string | null => (current && key in current.dictionary ? t(key as Key) : null);
