import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { en } from '../../src/i18n/en';
import { unpack } from '../../src/fixtures/box';
import { LANGS, maybe, parts, preferred, t, useLang, VOCABULARY, type Dictionary } from '../../src/i18n/index.svelte';
import { ru } from '../../src/i18n/ru';
import { uk } from '../../src/i18n/uk';
import { REMARKS } from '../../src/table/remarks';

const ALL: Record<string, Dictionary> = { en, ru, uk };
type Own = keyof typeof en;
const KEYS = Object.keys(en) as Own[];
const forms = (entry: Dictionary[Own]): string[] => (typeof entry === 'string' ? [entry] : Object.values(entry));
const words = (text: string): string[] => [...text.matchAll(/\{(\w+)(?::\w+)?\}/g)].map((m) => m[1]!.toLowerCase());

const SOURCE = join(import.meta.dirname, '../../src');

function sources(): string {
  return readdirSync(SOURCE, { withFileTypes: true, recursive: true })
    .filter((f) => f.isFile() && /\.(ts|svelte)$/.test(f.name) && !/i18n|fixtures|protocol/.test(join(f.parentPath, f.name)))
    .map((f) => readFileSync(join(f.parentPath, f.name), 'utf8')).join('\n');
}

describe('the dictionaries', () => {
  it.each(['ru', 'uk'])('%s says everything that English says, and nothing more', (lang) => {
    expect(Object.keys(ALL[lang]!).sort()).toEqual([...KEYS].sort());
  });

  it.each(LANGS)('%s has every plural form its numbers need', (lang) => {
    const needed = new Intl.PluralRules(lang).resolvedOptions().pluralCategories;
    for (const key of KEYS) {
      const entry = ALL[lang]![key];
      if (typeof entry !== 'string') expect(Object.keys(entry).sort(), `${lang} ${key}`).toEqual([...needed].sort());
    }
  });

  it.each(['ru', 'uk'])('%s puts no word into a sentence that English does not know', (lang) => {
    for (const key of KEYS) {
      const known = new Set(forms(en[key]).flatMap(words)).add('n');
      for (const text of forms(ALL[lang]![key])) for (const word of words(text)) expect(known, `${lang} ${key}`).toContain(word);
    }
  });

  it.each(['ru', 'uk'])('%s is in its own letters', (lang) => {
    const foreign = KEYS.filter((key) => key !== 'title.home' && forms(ALL[lang]![key]).some((text) => !/[а-яіїєґ]/i.test(text.replace(/\{\w+\}/g, ''))) && forms(en[key]).some((text) => /[a-z]{3}/i.test(text.replace(/\{\w+\}/g, ''))));
    expect(foreign).toEqual([]);
  });

  it('has no key that nobody uses, and lacks none that somebody does', () => {
    const text = sources(), families = [...text.matchAll(/`([a-z]+(?:\.[a-z]+)*[.-])\$\{/g)].map((m) => m[1]!);
    const used = new Set([...text.matchAll(/'([a-z]+(?:\.[\w+-]+)*)'/gi)].map((m) => m[1]!));
    expect(KEYS.filter((key) => !used.has(key) && !(key.startsWith('told.') && REMARKS.has(key.split('.')[1]!)) && !families.some((f) => key.startsWith(f)))).toEqual([]);
    const asked = [...text.matchAll(/\b(?:t|parts|words)\('([^']+)'/g)].map((m) => m[1]!);
    expect(asked.filter((key) => !(key in en) && !VOCABULARY.some((group) => key.startsWith(`${group}.`)))).toEqual([]);
    expect(asked.length).toBeGreaterThan(150);
  });

  it('names every card, tool and role of the base game', async () => {
    await useLang('en');
    unpack();
    for (const key of ['face.mend-lamp+pick', 'tool.pick', 'role.saboteur', 'wins.digger', 'take.gold-3', 'play.break-cart', 'choose.rockfall']) expect(maybe(key), key).toBeTruthy();
    expect(maybe('face.dragon')).toBeNull();
  });
});

describe('sentences', () => {
  beforeAll(async () => {
    await useLang('uk');
    unpack();
  });

  it('choose their form by number', () => {
    expect(t('player.cards', { n: 1 })).toBe('1 карта');
    expect(t('player.cards', { n: 3 })).toBe('3 карти');
    expect(t('player.cards', { n: 11 })).toBe('11 карт');
    expect(t('player.cards', { n: 21 })).toBe('21 карта');
  });

  it('let names stand out', () => {
    expect(parts('told.passed', { name: 'Олег', n: 1 })).toEqual([{ text: 'Олег', strong: true }, { text: ' скидає карту', strong: false }]);
  });

  it('prefer the language asked for, then the one kept, then the browser’s', () => {
    expect(preferred('ru', 'uk', ['en-GB'])).toBe('ru');
    expect(preferred('de', 'uk', ['en-GB'])).toBe('uk');
    expect(preferred(null, null, ['de', 'ru-RU'])).toBe('ru');
    expect(preferred(null, null, ['de'])).toBe('en');
  });
});
