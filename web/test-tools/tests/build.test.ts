// @vitest-environment node
import { readFileSync, readdirSync, rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const LIMIT = 110_000;
const out = mkdtempSync(join(tmpdir(), 'undermine-web-'));
const files = new Map<string, string>();

beforeAll(async () => {
  await build({ root: join(import.meta.dirname, '../..'), mode: 'production', logLevel: 'silent', build: { outDir: out, emptyOutDir: true } });
  for (const f of readdirSync(out, { recursive: true, withFileTypes: true })) {
    if (f.isFile() && !/\.(br|gz|png)$/.test(f.name)) files.set(f.name, readFileSync(join(f.parentPath, f.name), 'utf8'));
  }
}, 120_000); // a busy machine takes its time
afterAll(() => rmSync(out, { recursive: true }));

/** What a browser fetches before it can draw: the page's files, whatever they import at once, and one language. */
function initial(): string[] {
  const named = (text: string) => [...text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)].map((m) => m[1]!);
  const wanted = [...files.get('index.html')!.matchAll(/assets\/([\w.-]+\.(?:js|css))/g)].map((m) => m[1]!);
  for (const name of wanted) for (const more of named(files.get(name) ?? '')) if (!wanted.includes(more)) wanted.push(more);
  const language = [...files.keys()].filter((n) => /^(en|ru|uk)-/.test(n)).sort((a, b) => files.get(b)!.length - files.get(a)!.length)[0]!;
  return wanted.includes(language) ? wanted : [...wanted, language];
}

describe('the bundle', () => {
  it('is under 110 KB for a first visit, compressed', () => {
    const size = initial().reduce((sum, name) => sum + gzipSync(files.get(name)!).length, 0);
    expect(initial().length).toBeGreaterThan(2);
    expect(size).toBeLessThan(LIMIT);
  });

  it('holds no frozen positions', () => {
    expect([...files.values()].filter((text) => text.includes('copperlamp'))).toEqual([]);
  });

  it('asks for nothing the content policy blocks', () => {
    for (const [name, text] of files) {
      expect(text, name).not.toMatch(/url\(["']?data:|src="data:|<style|style="|\beval\(|new Function\(/);
      expect(text.match(/https?:\/\/(?!www\.w3\.org|svelte\.dev|undermine)[\w.-]+/g) ?? [], name).toEqual([]);
    }
  });

  it('comes with every text compressed, and keeps only the shell for later', () => {
    for (const [name, text] of files) {
      const place = readdirSync(out, { recursive: true, withFileTypes: true }).find((f) => f.name === name)!.parentPath;
      expect(brotliDecompressSync(readFileSync(join(place, `${name}.br`))).toString(), name).toBe(text);
      expect(gunzipSync(readFileSync(join(place, `${name}.gz`))).toString(), name).toBe(text);
    }
    const worker = files.get('sw.js')!, named = /FILES = \[(.*)\]/.exec(worker)![1]!;
    expect(worker).not.toContain('/*'.concat(' files'));
    expect(named.split(', ').every((one) => /^'\/(icon\.svg|manifest\.webmanifest|assets\/[\w.-]+)?'$/.test(one))).toBe(true);
    expect(named).toContain("'/'");
  });

  it('shows something before any style or script has come', () => {
    const [head, body] = files.get('index.html')!.split('<body');
    expect(head).not.toContain('rel="stylesheet"');
    expect(body).toMatch(/>Undermine<\/text>[^]*rel="stylesheet"/);
  });

  it('has no inline script', () => {
    expect(files.get('index.html')).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
  });
});
