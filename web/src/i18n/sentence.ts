/* Putting words into sentences: forms of number and case, capitals, and parts that are left out.

   The server's `undermine.data.sentences` does the same; both are held to the cases of tests/data/sentences.json.
   - A sentence or name is a text or has forms: of number (zero, one, few, many, other: chosen by `n`) or of case (nom, gen, acc ...).
   - `{card}` is filled in, `{Card}` with a capital, `{card:acc}` in the accusative. A thing is called by its own name, which
     begins small inside a sentence.
   - A part in [brackets] is shown only when all its words are known. */

/** A text, or its forms by number or by case. */
export type Word = string | Record<string, string>;
export type Dictionary = Record<string, Word>;
/** Put into a sentence, this is the thing's name. */
export interface Thing { thing: string }
export type Value = string | number | Thing | null | undefined;
export type Values = Record<string, Value>;
/** A piece of a sentence; `slot` says which word was put in there. */
export interface Piece { text: string; slot: string }

const rules = new Map<string, Intl.PluralRules>();
function plural(lang: string, n: number): string {
  let rule = rules.get(lang);
  if (!rule) rules.set(lang, (rule = new Intl.PluralRules(lang)));
  return rule.select(n);
}

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
/** Inside a sentence: with a small first letter, but for abbreviations such as `T-junction`. */
export const small = (text: string): string => (/^.\p{Ll}/u.test(text) ? text.charAt(0).toLocaleLowerCase() + text.slice(1) : text);

export function form(word: Word, lang: string, n = 0, kase = 'nom'): string {
  if (typeof word === 'string') return word;
  if (word.nom !== undefined) return word[kase] ?? word.nom;
  if (n === 0 && word.zero !== undefined) return word.zero;
  return word[plural(lang, n)] ?? word.other ?? word.many ?? '';
}

const SLOT = /\{(\w+)(?::(\w+))?\}/g;
const slots = (text: string): string[] => [...text.matchAll(SLOT)].map((m) => inner(m[1]!));
const inner = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
const known = (value: Value): boolean => value !== undefined && value !== null && value !== '';

/** What something is called; by the end of its key where it has no name. */
export const named = (look: (key: string) => Word | undefined, key: string, lang: string, kase = 'nom'): string => {
  const word = look(key);
  return word === undefined ? key.slice(key.indexOf('.') + 1) : form(word, lang, 0, kase);
};

/** A sentence in pieces, with its words put in. */
export function pieces(look: (key: string) => Word | undefined, word: Word, lang: string, values: Values): Piece[] {
  const whole = form(word, lang, Number(values.n ?? 0)).replace(/\[([^\]]*)\]/g, (_, part: string) => (slots(part).every((s) => known(values[s])) ? part : ''));
  const found: Piece[] = [];
  let from = 0;
  for (const m of whole.matchAll(SLOT)) {
    if (m.index > from) found.push({ text: whole.slice(from, m.index), slot: '' });
    from = m.index + m[0].length;
    const slot = inner(m[1]!), value = values[slot];
    const text = typeof value === 'object' && value ? small(named(look, value.thing, lang, m[2])) : String(value ?? '');
    if (text) found.push({ text: slot === m[1] ? text : capital(text), slot });
  }
  if (from < whole.length) found.push({ text: whole.slice(from), slot: '' });
  const last = found[found.length - 1];
  if (last) last.text = last.text.trimEnd();
  return found.filter((p) => p.text !== '');
}

/* ------------------------------------------------------ what happened, to whom */

export type Person = '' | 'you' | 'mine' | 'atYou' | 'own' | 'yourOwn';

/** To whom a fact is told: who did it, to whom it was done, or the others. `knows`: it names a card. */
export function personOf(me: number, seat: number | null | undefined, target: number | null | undefined, knows: boolean): Person {
  const own = seat !== null && seat !== undefined && seat === target;
  if (typeof seat === 'number' && seat === me) return own ? 'yourOwn' : knows ? 'mine' : 'you';
  return own ? 'own' : typeof target === 'number' && target === me ? 'atYou' : '';
}

const PERSONS: Record<Person, Person[]> = { '': [], you: ['you'], mine: ['mine', 'you'], atYou: ['atYou'], own: ['own'], yourOwn: ['yourOwn', 'you'] };

/** The sentence for a fact: about just this (a word, a side, a card) if there is one, and as said to this person. */
export function toldKey(look: (key: string) => Word | undefined, kind: string, about: (string | null | undefined)[], person: Person): string {
  const has = (key: string): boolean => look(key) !== undefined;
  const base = [...about.filter(Boolean).map((each) => `told.${kind}.${each}`), `told.${kind}`].find((key) => has(key) || has(`${key}.you`));
  return base === undefined ? '' : ([...PERSONS[person].map((each) => `${base}.${each}`), base].find(has) ?? '');
}
