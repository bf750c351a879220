/* The forest above the lost mines: a moonlit path instead of a lit tunnel, stones instead of timber at the edges. */
import { C, boulder, f, linear, radial, rng, rockTile, type Point, type Rng } from './core';
import { onWay, type Line } from './lines';
import { register, type DrawMark } from './registry';
import type { Ground } from './ground';

const trees = (seed: number) => {
  const r = rng(seed);
  let s = rockTile(seed + 9, '#0d1a17', '#1d3329');
  for (let i = 0; i < 14; i++) {
    const x = r() * 100, y = r() * 150, a = r() * 6;
    s += `<path d="M${f(x)} ${f(y)}q${f(2 * Math.cos(a))} -4 ${f(3 * Math.cos(a))} -5" stroke="#3c6a4b" stroke-width="1" fill="none" opacity=".7"/>`;
  }
  return s;
};
const wood = (i: number) => `<symbol id="um-wood${i}" viewBox="0 0 100 150" overflow="visible">${trees(31 + i * 7)}</symbol>`;

const pebbles = (line: Line, r: Rng) =>
  line.p.slice(1, -1).map((p) => `<ellipse cx="${f(p[0] + (r() - 0.5) * 15)}" cy="${f(p[1] + (r() - 0.5) * 8)}" rx="${f(1 + r() * 1.3)}" ry="${f(0.8 + r() * 0.6)}" fill="#7d6a42" opacity=".6"/>`).join('');

const pine = (x: number, y: number, k: number) =>
  `<g transform="translate(${f(x)} ${f(y)}) scale(${f(k)})"><ellipse cx="2" cy="13" rx="10" ry="3.4" fill="#000" opacity=".35"/><path d="M0 -16L9 -3H5L12 8H7L13 14H-13L-7 8H-12L-5 -3H-9Z" fill="#245a41" stroke="#0a1712" stroke-width="1.6" stroke-linejoin="round"/><path d="M0 -16L-9 -3H-5L-12 8H-7L-13 14H-3Z" fill="#3f8560" opacity=".75"/></g>`;

/** Pines wherever no path runs. */
function beside(open: string, r: Rng): string {
  const spots: Point[] = [[13, 16], [87, 16], [13, 134], [87, 134], [28, 6], [72, 144], [8, 46], [92, 104]];
  const free = ([x, y]: Point) =>
    !(open.includes('N') && y < 20 && Math.abs(x - 50) < 30) && !(open.includes('S') && y > 130 && Math.abs(x - 50) < 30) &&
    !(open.includes('W') && x < 22 && Math.abs(y - 75) < 28) && !(open.includes('E') && x > 78 && Math.abs(y - 75) < 28);
  return spots.filter(free).map(([x, y], i) => {
    const k = 0.8 + r() * 0.45;
    return pine(x + (r() - 0.5) * 4, y + (r() - 0.5) * 4, k * (i > 3 ? 0.75 : 1));
  }).join('');
}

export const FOREST: Ground = {
  back: (seed) => `um-wood${seed % 4}`,
  line: '#9fc48f',
  floor: (lit) => (lit ? 'url(#um-pathLit)' : '#7d7358'),
  blind: ['#7d7358', '#4c5f42'],
  rim: '#6f8a5c',
  wall: '#3b3a22',
  glow: false,
  track: (line, _, r) => pebbles(line, r),
  junction: () => '',
  post: () => 'url(#um-stone)',
  deadEnd: () => '',
  beside,
};

const LOGS: Point[] = [[-3, -13], [2, 0], [-2, 13]];
const trunk = () =>
  `<g stroke="#1a100a" stroke-width="1.6">${LOGS.map(([dx, dy], i) => `<g transform="rotate(${[-9, 5, -4][i]} 50 ${75 + dy}) translate(${dx} 0)"><rect x="24" y="${68.5 + dy}" width="52" height="13" rx="6.5" fill="url(#um-wood)"/><ellipse cx="74" cy="${75 + dy}" rx="4.4" ry="6.4" fill="#e6bf8a"/><ellipse cx="74" cy="${75 + dy}" rx="2" ry="3.2" fill="none" stroke-width="1"/></g>`).join('')}</g>`;
const lake = () =>
  '<path d="M24 76C22 60 36 53 52 54C70 54 80 62 78 76C78 92 66 98 50 97C34 98 25 91 24 76Z" fill="url(#um-water)" stroke="#0d2038" stroke-width="2"/><path d="M34 69q4 -4 8 0t8 0t8 0M42 79q4 -4 8 0t8 0t8 0M34 88q4 -4 8 0t8 0" fill="none" stroke="#e6f7ff" stroke-width="2" stroke-linecap="round"/>';
const pit = () =>
  '<path d="M26 70L34 58L46 60L56 53L68 60L76 72L73 86L62 95L48 92L36 97L27 86Z" fill="#c8ab74" stroke="#33250f" stroke-width="2" stroke-linejoin="round"/><path d="M32 72L38 63L48 65L56 60L65 65L70 74L67 84L59 89L48 87L38 90L33 83Z" fill="#0a0708"/><path d="M38 63L48 65L56 60L65 65L62 72L50 70L40 74Z" fill="#4d3717"/>';

/** A narrow place: one dwarf at a time. */
const rocks: DrawMark = (_, way) => {
  const g = way.groups[0] ?? 'NS', r = rng(11), upright = g.includes('N') && g.includes('S');
  const heap = upright ? [[32, 70, 11], [31, 85, 8], [68, 68, 9], [69, 83, 11]] : [[43, 58, 11], [60, 59, 8], [42, 93, 9], [58, 92, 11]];
  return onWay(way, heap.map((b) => boulder(b[0]!, b[1]!, b[2]!, r, '#b3aab4')).join('') +
    `<g transform="translate(50 75)"><circle r="9.5" fill="#15110f" stroke="${C.bone}" stroke-width="1.6"/><text y="5" text-anchor="middle" font-size="14" font-weight="800" font-family="system-ui,sans-serif" fill="${C.bone}">1</text></g>`);
};

const campfire = () =>
  '<g transform="translate(50 75)"><circle r="30" fill="#ff9d3c" opacity=".22"/><circle r="20" fill="#ffb84d" opacity=".25"/><g stroke="#1a100a" stroke-width="1.5"><rect x="-17" y="8" width="34" height="8" rx="4" fill="url(#um-wood)" transform="rotate(16 0 12)"/><rect x="-17" y="8" width="34" height="8" rx="4" fill="url(#um-wood)" transform="rotate(-16 0 12)"/></g><path d="M0 -24C4 -14 14 -8 12 4C11 12 5 15 0 15C-6 15 -12 11 -12 3C-12 -4 -7 -6 -6 -12C-3 -9 -3 -7 -2 -5C1 -10 1 -17 0 -24Z" fill="url(#um-flame)" stroke="#7d2410" stroke-width="1.6"/><path d="M0 -6C3 0 6 2 5 8C4 12 -4 12 -5 7C-5 3 -1 2 0 -6Z" fill="#fff6cf"/></g>';

const there = (picture: () => string): DrawMark => (_, way) => onWay(way, picture());

register({
  defs: {
    'um-wood0': () => wood(0), 'um-wood1': () => wood(1), 'um-wood2': () => wood(2), 'um-wood3': () => wood(3),
    'um-pathLit': () => radial('um-pathLit', 50, 75, 92, [[0, '#efe0b4'], [0.5, '#cdb682'], [1, '#a48f60']]),
    'um-flame': () => linear('um-flame', [[0, '#fff6cf'], [0.5, '#ffc457'], [1, '#f0702c']]),
    'um-water': () => linear('um-water', [[0, '#8fd6f5'], [0.5, '#3d8fc4'], [1, '#1c4a78']]),
  },
  grounds: { forest: FOREST },
  marks: { trunk: there(trunk), lake: there(lake), pit: there(pit), campfire: there(campfire), rocks },
});
