import { beforeAll, describe, expect, it } from 'vitest';
import { actionNames, iconNames, standalone, type Look, type Spec } from '../../src/art';
import { draws, loadArt } from '../../src/art/load';
import { known } from '../../src/art/registry';
import { backSpec, cellSpec, faceSpec, pieceSpec, treasureBack, turned } from '../../src/art/spec';
import sheets from '../../src/fixtures/faces.json';
import type { Cell, Face, Piece } from '../../src/protocol';

const EDGES = ['N', 'E', 'S', 'W'];
/** Every way of splitting any of the four edges into parts, not only the printed cards. */
function shapes(edges: string[] = EDGES): string[][] {
  const [first, ...rest] = edges;
  if (!first) return [[]];
  return shapes(rest).flatMap((parts) => [parts, [...parts, first], ...parts.map((_, i) => parts.map((p, j) => (i === j ? first + p : p)))]);
}
const SHAPES = shapes().map((parts) => parts.join('|')).filter(Boolean);
const FACES = sheets as unknown as Record<string, Record<string, Face>>;
const COLOURS = ['green', 'blue', 'yellow'] as const;
const GAME: Record<string, string> = { duel: 'duel', 'lost-mines': 'lost-mines' };
const gameOf = (sheet: string) => GAME[sheet] ?? 'classic';
const name = (spec: Spec, look?: Look) => JSON.stringify(look ? [spec, look] : spec);

function wellFormed(spec: Spec, look?: Look): void {
  const svg = standalone(spec, look), doc = new DOMParser().parseFromString(svg, 'application/xml'), at = name(spec, look);
  expect(doc.querySelector('parsererror')?.textContent ?? '', at).toBe('');
  expect(doc.documentElement.localName, at).toBe('svg');
  expect(svg, at).not.toMatch(/ style=|data:|NaN|undefined|<script/);
  const ids = new Set([...doc.querySelectorAll('[id]')].map((e) => e.id));
  for (const [, id] of svg.matchAll(/#(um-[\w-]+)/g)) expect(ids, `${at} ${id}`).toContain(id);
  // Numbers, question marks and signs, but no words: a picture is the same in every language.
  for (const text of doc.querySelectorAll('text')) expect(text.textContent, at).toMatch(/^[\d?+−×/]+$/);
}

const cell = (over: Partial<Cell>): Cell => ({ x: 0, y: 0, kind: 'tunnel', card: '', shape: 'NESW', quarter: 0, lit: 'NESW', green: '', blue: '', goal: null, faceUp: true, ...over });
const piece = (over: Partial<Piece>): Piece => ({ kind: 'claim', x: 0, y: 0, edge: null, seat: null, art: '', ...over });
const door = (edges: string): Face => ({ ...FACES.duel!['NES#bS']!, printed: [{ kind: 'door', edges, colour: 'blue', value: 0 }] });

describe('before anything is loaded', () => {
  it('a card, role, goal, site, treasure or piece nobody has heard of is drawn plainly', () => {
    const kinds = ['action', 'role', 'goal', 'site', 'treasure', 'gold', 'entrance', 'tunnel'] as const;
    const uses = ['lay', 'hinder', 'mend', 'look', 'remove', 'other'] as const;
    for (const kind of kinds) for (const use of uses) for (const tools of [[], ['lamp'], ['cart', 'pick']] as Face['tools'][]) {
      const face: Face = { ...FACES.classic!.NES!, kind, art: 'never-heard-of', use, tools };
      wellFormed(faceSpec(face));
      wellFormed(cellSpec(cell({ kind: 'site', card: 'never-heard-of', shape: '', faceUp: false }), face));
    }
    wellFormed({ kind: 'role', role: 'never-heard-of', colour: 'green' });
    wellFormed(pieceSpec(piece({ art: 'never-heard-of' }), 'blue'));
    wellFormed({ kind: 'icon', icon: 'never-heard-of' });
  });

  it('what a use is told by its frame', () => {
    const plain = (use: Face['use']) => standalone({ kind: 'action', action: 'never-heard-of', use });
    expect(new Set((['hinder', 'mend', 'look', 'remove', 'other'] as const).map(plain)).size).toBe(5);
  });
});

describe('every face', () => {
  /* A card of some extra, drawn before its art was there. */
  const [extra] = Object.keys(FACES).flatMap((sheet) => (gameOf(sheet) === 'classic' && sheet !== 'classic' ? Object.values(FACES[sheet]!).filter((face) => face.kind === 'action') : []));
  let before = '';
  beforeAll(async () => {
    before = standalone(faceSpec(extra!));
    await loadArt('duel', []);
    await loadArt('lost-mines', []);
    for (const [sheet, faces] of Object.entries(FACES)) if (gameOf(sheet) === 'classic') await loadArt('classic', Object.keys(faces));
    await loadArt('classic', [...Object.keys(import.meta.glob('../../src/art/extras/*.ts')).map((file) => file.split('/').at(-1)!.replace('.ts', '')), 'somebody-elses']);
  });

  it('of an extra is better once its art is loaded', () => expect(standalone(faceSpec(extra!))).not.toBe(before));

  it.each(Object.keys(FACES))('of %s is well-formed, complete, free of words and allowed by the content policy', (sheet) => {
    const of = { game: gameOf(sheet) };
    for (const face of Object.values(FACES[sheet]!)) {
      wellFormed(faceSpec(face, of));
      if (face.kind === 'role') for (const colour of COLOURS) wellFormed(faceSpec(face, { ...of, colour }));
      if (face.shape) for (const [quarter, lit] of [[1, 'NESW'], [2, '']] as const) wellFormed(cellSpec(cell({ kind: face.kind as 'tunnel', shape: turned(face.shape.replaceAll('|', ''), quarter), quarter, lit }), face, of));
    }
  });

  it.each(Object.keys(FACES))('of %s has a picture of its own', (sheet) => {
    const of = { game: gameOf(sheet) }, strange = (face: Face): Face => ({ ...face, art: 'never-heard-of', use: 'other', tools: [] });
    for (const face of Object.values(FACES[sheet]!)) {
      if (['tunnel', 'entrance', 'gold'].includes(face.kind) || face.art.startsWith('dark-') || (sheet === 'duel' && face.kind === 'goal')) continue;
      expect(standalone(faceSpec(face, of)), face.art).not.toBe(standalone(faceSpec(strange(face), of)));
    }
  });

  it.each(Object.keys(FACES).filter((sheet) => gameOf(sheet) === 'classic' && sheet !== 'classic'))('of %s is found by its picture, without a word of its extra', (sheet) => {
    for (const [art, face] of Object.entries(FACES[sheet]!)) {
      const plain = face.kind === 'tunnel' ? !face.printed.length : art in FACES.classic! || art.startsWith('dark-');
      if (!plain) expect(draws(art), art).toBeDefined();
    }
  });

  it('of any shape is well-formed, lit and dark, in rock and in the forest', () => {
    SHAPES.forEach((shape, i) => {
      for (const lit of [undefined, false, 'N']) wellFormed({ kind: 'tunnel', shape, ground: (i + Number(lit === false)) % 2 ? 'forest' : undefined, lit });
    });
  });

  it('and all else is well-formed', () => {
    for (const n of [1, 2, 3]) wellFormed({ kind: 'goalBack', n });
    for (const face of ['gold', 'stone']) for (const shape of ['NE', 'NW', 'ES', 'SW', 'NESW']) wellFormed({ kind: 'goal', face, shape });
    for (const action of actionNames()) wellFormed({ kind: 'action', action });
    for (const icon of iconNames()) wellFormed({ kind: 'icon', icon });
    for (const of of known('backs')) for (const colour of [undefined, ...COLOURS]) wellFormed({ kind: 'back', of, colour });
    for (const site of known('sites')) for (const open of [true, false]) wellFormed({ kind: 'site', face: site, shape: open ? 'NES' : '', open });
    for (const kind of known('pieces')) for (const colour of [undefined, ...COLOURS]) wellFormed(pieceSpec(piece({ kind: kind as Piece['kind'], seat: 3 }), colour));
    for (let seat = 0; seat < 10; seat++) wellFormed({ kind: 'avatar', seat });
    for (const kind of ['gems', 'gold', 'silver']) wellFormed(treasureBack(kind));
  });

  it('is the same at every call', () => {
    for (const face of Object.values(FACES['lost-mines']!)) expect(standalone(faceSpec(face))).toBe(standalone(faceSpec(face)));
  });
});

describe('a card on the table', () => {
  it('is lit where somebody can walk, tunnel by tunnel', () => {
    const at = (shape: string, lit: string) => cellSpec(cell({ shape, lit }), FACES.classic!.NES);
    expect(at('NES', 'NES')).not.toHaveProperty('lit', expect.anything());
    expect(at('NES', '')).toHaveProperty('lit', false);
    expect(at('NS|EW', 'EW')).toHaveProperty('lit', 'EW');
    expect(at('NS|E', 'NS')).not.toHaveProperty('lit', expect.anything());
    expect(standalone(at('NES', ''))).not.toBe(standalone(at('NES', 'NES')));
    expect(new Set(['NS', 'EW', 'NESW', ''].map((lit) => standalone(at('NS|EW', lit)))).size).toBe(4);
  });

  it('says who alone can walk there, by a sign and not only by colour', () => {
    const at = (green: string, blue: string) => cellSpec(cell({ green, blue }), FACES.classic!.NES);
    expect(at('NESW', '')).toHaveProperty('only', 'green');
    expect(at('', 'NESW')).toHaveProperty('only', 'blue');
    expect(at('NESW', 'NESW')).toHaveProperty('only', undefined);
    expect(at('', '')).toHaveProperty('only', undefined);
  });

  it('turns what is printed on an arm with the card', () => {
    expect(turned('NE', 1)).toBe('ES');
    expect(turned('N', 2)).toBe('S');
    for (const [quarter, edge] of [[0, 'S'], [1, 'W'], [2, 'N'], [3, 'E']] as const) {
      expect(cellSpec(cell({ quarter }), door('S'))).toHaveProperty('printed', [{ kind: 'door', edges: edge, colour: 'blue', value: 0 }]);
    }
  });

  it('shows its back face down, and nothing of what is looked at', () => {
    const down = { kind: 'goal', shape: '', faceUp: false, goal: 1 } as const;
    expect(cellSpec(cell(down), undefined, { game: 'classic' })).toEqual({ kind: 'goalBack', n: 2 });
    expect(cellSpec(cell({ ...down, card: 'gold' }), FACES.classic!.gold, { game: 'classic' })).toEqual({ kind: 'goalBack', n: 2 });
    expect(cellSpec(cell({ ...down, card: 'mine-gems' }), FACES['lost-mines']!['mine-gems'], { game: 'lost-mines' })).toHaveProperty('face', 'mine');
    expect(backSpec('goal', { game: 'lost-mines' })).toHaveProperty('face', 'mine');
    expect(backSpec('role', { colour: 'blue' })).toEqual({ kind: 'back', of: 'role', colour: 'blue' });
  });
});

describe('a piece', () => {
  it('that clears a way shows the tool that did it', () => {
    const cleared = (mark: string) => pieceSpec(piece({ kind: 'cleared' }), undefined, Object.values(FACES['lost-mines']!).find((face) => face.art === `EW+${mark}`));
    expect(new Set(['trunk', 'lake', 'pit'].map((mark) => standalone(cleared(mark)))).size).toBe(3);
  });

  it('looks like its player only where it stands for one', () => {
    expect(pieceSpec(piece({ kind: 'dwarf', seat: 4 }), 'blue')).toHaveProperty('seat', 4);
    expect(pieceSpec(piece({ kind: 'claim', seat: 4 }), 'blue')).toHaveProperty('seat', undefined);
  });
});
