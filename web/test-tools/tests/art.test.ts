import { describe, expect, it } from 'vitest';
import { ACTION_NAMES, ICON_NAMES, standalone, type Look, type Spec } from '../../src/art';

const EDGES = ['N', 'E', 'S', 'W'];
/** Every way of splitting any of the four edges into parts, not only the printed cards. */
function shapes(edges: string[] = EDGES): string[][] {
  const [first, ...rest] = edges;
  if (!first) return [[]];
  return shapes(rest).flatMap((parts) => [parts, [...parts, first], ...parts.map((_, i) => parts.map((p, j) => (i === j ? first + p : p)))]);
}
const SHAPES = shapes().map((parts) => parts.join('|')).filter(Boolean);

const FACES: [string, Spec, Look?][] = [
  ...SHAPES.flatMap((shape): [string, Spec, Look][] => [true, false].map((lit) => [`tunnel ${shape} ${lit}`, { kind: 'tunnel', shape }, { lit }])),
  ['entrance', { kind: 'entrance' }],
  ...[1, 2, 3].map((n): [string, Spec] => [`goal back ${n}`, { kind: 'goalBack', n }]),
  ['gold', { kind: 'goal', face: 'gold', shape: 'NESW' }],
  ...['NE', 'NW', 'ES', 'SW'].map((shape): [string, Spec] => [`stone ${shape}`, { kind: 'goal', face: 'stone', shape }]),
  ...ACTION_NAMES.map((action): [string, Spec] => [action, { kind: 'action', action }]),
  ...(['digger', 'saboteur'] as const).map((role): [string, Spec] => [role, { kind: 'role', role }]),
  ...(['deck', 'role'] as const).map((of): [string, Spec] => [`back ${of}`, { kind: 'back', of }]),
  ...([1, 2, 3] as const).map((n): [string, Spec] => [`gold card ${n}`, { kind: 'gold', n }]),
  ...ICON_NAMES.map((icon): [string, Spec] => [`icon ${icon}`, { kind: 'icon', icon }]),
  ...Array.from({ length: 10 }, (_, seat): [string, Spec] => [`face of seat ${seat}`, { kind: 'avatar', seat }]),
];

describe('every face', () => {
  it.each(FACES)('%s is well-formed, complete and allowed by the content policy', (_, spec, look) => {
    const svg = standalone(spec, look);
    const doc = new DOMParser().parseFromString(svg, 'application/xml');
    expect(doc.querySelector('parsererror')?.textContent ?? '').toBe('');
    expect(doc.documentElement.localName).toBe('svg');
    expect(svg).not.toMatch(/ style=|data:|NaN|undefined|<script/);
    const ids = new Set([...doc.querySelectorAll('[id]')].map((e) => e.id));
    for (const [, id] of svg.matchAll(/#(um-[\w-]+)/g)) expect(ids, id).toContain(id);
  });

  it('is the same at every call', () => {
    for (const [, spec, look] of FACES.slice(-40)) expect(standalone(spec, look)).toBe(standalone(spec, look));
  });

  it('tells lit from dark, and turned from upright', () => {
    expect(standalone({ kind: 'tunnel', shape: 'NES' }, { lit: false })).not.toBe(standalone({ kind: 'tunnel', shape: 'NES' }));
    expect(standalone({ kind: 'tunnel', shape: 'NSW' })).not.toBe(standalone({ kind: 'tunnel', shape: 'NES' }));
  });
});
