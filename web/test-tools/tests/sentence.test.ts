/* Words put into sentences, by the cases that the server is held to as well. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { personOf, pieces, toldKey, type Dictionary, type Values } from '../../src/i18n/sentence';

interface Case { lang: string; key: string; values: Values; text: string }
interface Fact { kind: string; about: (string | null)[]; me: number; seat: number | null; target: number | null; knows: boolean; key: string }
interface Cases { words: Record<string, Dictionary>; cases: Case[]; told: { keys: string[]; cases: Fact[] } }

const said = JSON.parse(readFileSync(join(import.meta.dirname, '../../../tests/data/sentences.json'), 'utf8')) as Cases;

describe('sentences', () => {
  it.each(said.cases)('$lang $key: $text', ({ lang, key, values, text }) => {
    const words = said.words[lang]!, found = pieces((each) => words[each], words[key]!, lang, values);
    expect(found.map((p) => p.text).join('')).toBe(text);
  });
  it.each(said.told.cases)('$kind $key', ({ kind, about, me, seat, target, knows, key }) => {
    expect(toldKey((each) => (said.told.keys.includes(each) ? 'said' : undefined), kind, about, personOf(me, seat, target, knows))).toBe(key);
  });
});
