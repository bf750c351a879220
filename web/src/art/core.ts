/* Drawing primitives: colours, chance that always falls the same way, shared definitions, tunnels.
   Card space is 100 x 150 units. Everything is a string of SVG made from data. */

export const W = 100;
export const H = 150;
const CX = 50;
const CY = 75;

export const C = {
  bone: '#f3e6cb', bone2: '#cdbfa4', ink: '#120d10',
  amber: '#ffb84d', amberHi: '#ffe2a8', gold: '#f7c948', goldHi: '#fff0b3',
  break: '#f0633f', repair: '#38c2a2', peek: '#62b6f5', board: '#e5a95a',
} as const;

export type Point = [number, number];
export type Rng = () => number;

/** One decimal is enough for a card and keeps the markup short. */
export const f = (n: number): number => Math.round(n * 10) / 10;

export function hash(text: string): number {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) {
    h ^= text.charCodeAt(i);
    h = Math.imul(h, 16777619);
  }
  return h >>> 0;
}

export function rng(seed: number): Rng {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function mix(a: string, b: string, t: number): string {
  const parts = (h: string) => [1, 3, 5].map((i) => parseInt(h.slice(i, i + 2), 16));
  const B = parts(b);
  return '#' + parts(a).map((v, i) => Math.round(v + (B[i]! - v) * t).toString(16).padStart(2, '0')).join('');
}

/* ------------------------------------------------------------ definitions */

type Stop = [number, string] | [number, string, number];
const stops = (list: Stop[]) =>
  list.map((s) => `<stop offset="${s[0]}" stop-color="${s[1]}"${s[2] !== undefined ? ` stop-opacity="${s[2]}"` : ''}/>`).join('');
const radial = (id: string, cx: number, cy: number, r: number, list: Stop[]) =>
  `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${cx}" cy="${cy}" r="${r}" >${stops(list)}</radialGradient>`;
const linear = (id: string, list: Stop[], x2 = 0, y2 = 1) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="${x2}" y2="${y2}">${stops(list)}</linearGradient>`;

interface Corner { x: number; y: number; z: number }

function triangle(a: Corner, b: Corner, c: Corner, lo: string, hi: string): string {
  const ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z, vx = c.x - a.x, vy = c.y - a.y, vz = c.z - a.z;
  let nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
  if (nz < 0) { nx = -nx; ny = -ny; nz = -nz; }
  const l = Math.hypot(nx, ny, nz) || 1;
  const col = mix(lo, hi, Math.max(0, Math.min(1, 0.42 + ((-0.55 * nx - 0.65 * ny) / l) * 0.8)));
  return `<path d="M${f(a.x)} ${f(a.y)}L${f(b.x)} ${f(b.y)}L${f(c.x)} ${f(c.y)}Z" fill="${col}" stroke="${col}" stroke-width=".6"/>`;
}

/** Low-poly rock, lit from the upper left. */
function rockTile(seed: number, lo: string, hi: string): string {
  const r = rng(seed), nx = 5, ny = 7, grid: Corner[][] = [];
  for (let j = 0; j <= ny; j++) {
    grid[j] = [];
    for (let i = 0; i <= nx; i++) {
      const ex = i === 0 || i === nx, ey = j === 0 || j === ny;
      grid[j]![i] = { x: (i * W) / nx + (ex ? 0 : (r() - 0.5) * 15), y: (j * H) / ny + (ey ? 0 : (r() - 0.5) * 16), z: r() * 16 };
    }
  }
  let s = '';
  for (let j = 0; j < ny; j++) for (let i = 0; i < nx; i++) {
    const a = grid[j]![i]!, b = grid[j]![i + 1]!, c = grid[j + 1]![i + 1]!, d = grid[j + 1]![i]!;
    s += r() < 0.5 ? triangle(a, b, c, lo, hi) + triangle(a, c, d, lo, hi) : triangle(a, b, d, lo, hi) + triangle(b, c, d, lo, hi);
  }
  return s;
}

const family = (name: string, inner: string, outer: string) =>
  `<radialGradient id="um-bg-${name}" cx=".5" cy=".42" r=".75"><stop offset="0" stop-color="${inner}"/><stop offset="1" stop-color="${outer}"/></radialGradient>`;
const CRACK = '58L44 26L60 44L40 62L54 82L46 120H';
const WOOD: Stop[] = [[0, '#c48a52'], [0.5, '#9a6538'], [1, '#5d3a1f']];
const rock = (i: number) =>
  `<symbol id="um-rock${i}" viewBox="0 0 100 150" overflow="visible">${rockTile(71 + i * 13, '#1f1a24', '#5a4f59')}</symbol>`;

/** Everything a picture may refer to by `#um-…`; made on first use. */
export const DEFS: Record<string, () => string> = {
  'um-card': () => '<clipPath id="um-card"><rect width="100" height="150" rx="7"/></clipPath>',
  'um-rock0': () => rock(0), 'um-rock1': () => rock(1), 'um-rock2': () => rock(2), 'um-rock3': () => rock(3), 'um-rock4': () => rock(4),
  'um-floorLit': () => radial('um-floorLit', 50, 75, 92, [[0, '#ffdf9e'], [0.3, '#f2bd72'], [0.64, '#cd9350'], [1, '#a8703a']]),
  'um-floorDim': () => radial('um-floorDim', 50, 75, 92, [[0, '#6e666f'], [0.55, '#80757b'], [1, '#918280']]),
  'um-floorOff': () => radial('um-floorOff', 50, 75, 92, [[0, '#78839a'], [0.5, '#5f6980'], [1, '#4a5267']]),
  'um-glow': () => radial('um-glow', 50, 75, 70, [[0, '#ffb84d', 0.34], [0.5, '#ffb84d', 0.1], [1, '#ffb84d', 0]]),
  'um-wood': () => linear('um-wood', WOOD),
  'um-woodV': () => linear('um-woodV', WOOD, 1, 0),
  'um-steel': () => linear('um-steel', [[0, '#eef1f6'], [0.45, '#b9bfcb'], [1, '#646b7d']]),
  'um-rust': () => linear('um-rust', [[0, '#f5ddcf'], [0.45, '#c79f90'], [1, '#7d5a58']]),
  'um-gold': () => linear('um-gold', [[0, '#fff2b8'], [0.4, '#f7c948'], [1, '#b4710f']]),
  'um-glass': () => linear('um-glass', [[0, '#fff3c9'], [0.6, '#ffc457'], [1, '#e8772e']]),
  'um-glassOff': () => linear('um-glassOff', [[0, '#c3bccf'], [0.6, '#7d7489'], [1, '#565063']]),
  'um-stone': () => linear('um-stone', [[0, '#a79ca8'], [0.5, '#7c727e'], [1, '#453e4a']]),
  'um-bone': () => linear('um-bone', [[0, '#fff6e0'], [1, '#cdbb95']]),
  'um-dblue': () => linear('um-dblue', [[0, '#d4edff'], [0.5, '#74bcf5'], [1, '#2f6db0']]),
  'um-skin': () => linear('um-skin', [[0, '#f4c9a2'], [1, '#c98a62']]),
  'um-halfL': () => `<clipPath id="um-halfL"><path d="M-20 -20H${CRACK}-20Z"/></clipPath>`,
  'um-halfR': () => `<clipPath id="um-halfR"><path d="M120 -20H${CRACK}120Z"/></clipPath>`,
  'um-bg-break': () => family('break', '#7a2419', '#240d0f'),
  'um-bg-repair': () => family('repair', '#11594d', '#081e1f'),
  'um-bg-peek': () => family('peek', '#244a7d', '#0c1426'),
  'um-bg-board': () => family('board', '#6b4a1e', '#1f140b'),
  'um-bg-rare': () => family('rare', '#5a4714', '#17110a'),
};

/* ---------------------------------------------------------------- tunnels */

type Edge = 'N' | 'E' | 'S' | 'W';
const EDGE: Record<Edge, Point> = { N: [50, -1], E: [101, 75], S: [50, 151], W: [-1, 75] };
const OPPOSITE: Record<Edge, Edge> = { N: 'S', S: 'N', E: 'W', W: 'E' };
interface Line { p: Point[]; open: [boolean, boolean] }

const edges = (text: string): Edge[] => text.split('') as Edge[];
const lerp = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
const seg = (a: Point, b: Point, n = 12): Point[] => Array.from({ length: n + 1 }, (_, i) => lerp(a, b, i / n));
const quad = (a: Point, c: Point, b: Point, n = 16): Point[] =>
  Array.from({ length: n + 1 }, (_, i) => lerp(lerp(a, c, i / n), lerp(c, b, i / n), i / n));

/** Centre-lines of one connected group of edges, e.g. "NS", "NE", "NSE", "NESW". */
function groupLines(group: string): Line[] {
  const g = edges(group), has = (e: Edge) => g.includes(e), lines: Line[] = [], middle: Point = [CX, CY];
  if (g.length === 1) return [{ p: seg(EDGE[g[0]!], middle), open: [true, false] }];
  if (g.length === 2 && OPPOSITE[g[0]!] !== g[1]) {
    const a = EDGE[g[0]!], b = EDGE[g[1]!];
    const corner: Point = [a[0] === CX ? b[0] : a[0], a[1] === CY ? b[1] : a[1]];
    const c: Point = [CX + (corner[0] - CX) * 0.04, CY + (corner[1] - CY) * 0.04];
    return [{ p: quad(a, c, b), open: [true, true] }];
  }
  if (has('N') && has('S')) lines.push({ p: seg(EDGE.N, EDGE.S, 20), open: [true, true] });
  if (has('E') && has('W')) lines.push({ p: seg(EDGE.W, EDGE.E, 16), open: [true, true] });
  if (has('N') !== has('S')) lines.push({ p: seg(EDGE[has('N') ? 'N' : 'S'], middle), open: [true, false] });
  if (has('E') !== has('W')) lines.push({ p: seg(EDGE[has('E') ? 'E' : 'W'], middle, 9), open: [true, false] });
  return lines;
}

function smooth(a: Point[]): string {
  let s = '';
  for (let i = 1; i < a.length - 1; i++) {
    const m = lerp(a[i]!, a[i + 1]!, 0.5);
    s += `Q${f(a[i]![0])} ${f(a[i]![1])} ${f(m[0])} ${f(m[1])}`;
  }
  const e = a[a.length - 1]!;
  return s + `L${f(e[0])} ${f(e[1])}`;
}

/** An organic band around a centre-line; smooth where it meets the card's edge, so that any two cards join. */
function ribbon(line: Line, w: number, seed: number, amp: number): string {
  const p = line.p, n = p.length, r = rng(seed), left: Point[] = [], right: Point[] = [];
  for (let i = 0; i < n; i++) {
    const a = p[Math.max(0, i - 1)]!, b = p[Math.min(n - 1, i + 1)]!, dx = b[0] - a[0], dy = b[1] - a[1], l = Math.hypot(dx, dy) || 1;
    let t = 1;
    if (line.open[0]) t = Math.min(t, i / 3);
    if (line.open[1]) t = Math.min(t, (n - 1 - i) / 3);
    const nl = (r() - 0.5) * amp * t, nr = (r() - 0.5) * amp * t, q = p[i]!;
    left.push([q[0] - (dy / l) * (w / 2 + nl), q[1] + (dx / l) * (w / 2 + nl)]);
    right.push([q[0] + (dy / l) * (w / 2 + nr), q[1] - (dx / l) * (w / 2 + nr)]);
  }
  const back = right.slice().reverse(), first = back[0]!;
  const cap = line.open[1] ? `L${f(first[0])} ${f(first[1])}` : `A${f(w / 2)} ${f(w / 2)} 0 0 0 ${f(first[0])} ${f(first[1])}`;
  return `M${f(left[0]![0])} ${f(left[0]![1])}${smooth(left)}${cap}${smooth(back)}Z`;
}

export function boulder(x: number, y: number, s: number, r: Rng, tone = '#8a7f8b'): string {
  const n = 7, pts: Point[] = [], a0 = r() * 6.28;
  for (let i = 0; i < n; i++) {
    const a = a0 + (i / n) * 6.283, q = s * (0.78 + r() * 0.34);
    pts.push([x + Math.cos(a) * q, y + Math.sin(a) * q * 0.86]);
  }
  const d = 'M' + pts.map((p) => `${f(p[0])} ${f(p[1])}`).join('L') + 'Z';
  return `<path d="${d}" fill="${mix(tone, '#1b161e', 0.45)}" stroke="#120e14" stroke-width="1.2" stroke-linejoin="round"/><path d="M${f(x - s * 0.55)} ${f(y - s * 0.05)}L${f(x - s * 0.1)} ${f(y - s * 0.62)}L${f(x + s * 0.5)} ${f(y - s * 0.3)}L${f(x + s * 0.1)} ${f(y + s * 0.1)}Z" fill="${tone}" opacity=".8"/>`;
}

/** Timber pegs beside a tunnel mouth; two cards side by side make one frame. */
function posts(e: Edge, dim: boolean): string {
  const w = 3.6, l = 8.5, g = 17.2, fill = dim ? '#6a5a52' : 'url(#um-wood)';
  const R = (x: number, y: number, ww: number, hh: number) =>
    `<rect x="${f(x)}" y="${f(y)}" width="${ww}" height="${hh}" rx="1.2" fill="${fill}" stroke="#1a100a" stroke-width=".9"/>`;
  if (e === 'N') return R(50 - g - w / 2, -3, w, l) + R(50 + g - w / 2, -3, w, l);
  if (e === 'S') return R(50 - g - w / 2, 150 + 3 - l, w, l) + R(50 + g - w / 2, 150 + 3 - l, w, l);
  if (e === 'W') return R(-3, 75 - g - w / 2, l, w) + R(-3, 75 + g - w / 2, l, w);
  return R(100 + 3 - l, 75 - g - w / 2, l, w) + R(100 + 3 - l, 75 + g - w / 2, l, w);
}

function sleepers(p: Point[]): string {
  let total = 0, s = '';
  const along = [0];
  for (let i = 1; i < p.length; i++) {
    total += Math.hypot(p[i]![0] - p[i - 1]![0], p[i]![1] - p[i - 1]![1]);
    along.push(total);
  }
  const step = total / Math.max(1, Math.round(total / 9.4));
  for (let d = step / 2; d < total; d += step) {
    let i = 1;
    while (along[i]! < d) i++;
    const q = lerp(p[i - 1]!, p[i]!, (d - along[i - 1]!) / (along[i]! - along[i - 1]!));
    const a = (Math.atan2(p[i]![1] - p[i - 1]![1], p[i]![0] - p[i - 1]![0]) * 180) / Math.PI;
    s += `<rect x="-1.5" y="-7.4" width="3" height="14.8" rx=".8" transform="translate(${f(q[0])} ${f(q[1])}) rotate(${f(a)})"/>`;
  }
  return s;
}

function rails(line: Line, opacity: number): string {
  const p = line.p;
  let left = '', right = '';
  for (let i = 0; i < p.length; i++) {
    const a = p[Math.max(0, i - 1)]!, b = p[Math.min(p.length - 1, i + 1)]!, dx = b[0] - a[0], dy = b[1] - a[1], l = Math.hypot(dx, dy) || 1;
    const at = (k: number) => `${f(p[i]![0] + (-dy / l) * k)} ${f(p[i]![1] + (dx / l) * k)}`;
    left += (i ? 'L' : 'M') + at(4.4);
    right += (i ? 'L' : 'M') + at(-4.4);
  }
  return `<g opacity="${opacity}"><g fill="#6b431f" opacity=".85">${sleepers(p)}</g><path d="${left}${right}" fill="none" stroke="#4a3a33" stroke-width="2.1"/><path d="${left}${right}" fill="none" stroke="#d7d2cf" stroke-width=".8"/></g>`;
}

const turntable = (lit: boolean) =>
  `<circle cx="50" cy="75" r="12.4" fill="${lit ? '#7a4d27' : '#4b4a5c'}" stroke="#2a1810" stroke-width="1.6"/><circle cx="50" cy="75" r="9" fill="${lit ? '#ffd68b' : '#808aa3'}" stroke="#4a3a33" stroke-width="1"/><circle cx="50" cy="75" r="3.2" fill="${lit ? '#9a6538' : '#4b4a5c'}"/>`;

function crossPlanks(): string {
  const plank = (a: number) =>
    `<g transform="rotate(${a} 50 75)"><rect x="22" y="69.6" width="56" height="10.8" rx="1.6" fill="url(#um-wood)" stroke="#1a100a" stroke-width="1.6"/><circle cx="28" cy="75" r="1.5" fill="#2a1810"/><circle cx="72" cy="75" r="1.5" fill="#2a1810"/></g>`;
  return plank(42) + plank(-42);
}

export interface Passage {
  /** Sets of edges that are joined: ['NSE'], ['NE', 'SW']. */
  groups: string[];
  /** Edges that open but lead nowhere. */
  stubs: string;
}

/** "NS|E" -> groups ['NS'], stubs 'E': bars part the groups, a lone edge is blind. */
export function passage(shape: string): Passage {
  const parts = shape.split('|').filter(Boolean);
  return { groups: parts.filter((g) => g.length > 1), stubs: parts.filter((g) => g.length === 1).join('') };
}

function stubLines(stubs: string, solo: boolean) {
  return edges(stubs).map((e) => {
    const v = e === 'N' || e === 'S', reach = solo ? (v ? 0.56 : 0.6) : v ? 0.5 : 0.42;
    return { e, p: seg(EDGE[e], lerp(EDGE[e], [CX, CY], reach), 6), open: [true, false] as [boolean, boolean] };
  });
}

/** Rubble where a blind stub ends, short of the middle. */
function rubble(line: { e: Edge; p: Point[] }, solo: boolean, r: Rng): string {
  const q = line.p[line.p.length - 1]!, k = line.e === 'N' || line.e === 'S' ? [1, 0] : [0, 1];
  const d0 = Math.hypot(CX - q[0], CY - q[1]) || 1, inward = [(CX - q[0]) / d0, (CY - q[1]) / d0], off = solo ? 7 : 3;
  const heap: Point[] = [[-11, 5], [11, 5], [0, 8], [-5.5, 0], [6, 0]];
  return heap.map(([t, d], i) => {
    const m = off + d * (solo ? 0.9 : 0.55) - 4;
    const x = q[0] + k[0]! * t + inward[0]! * m, y = q[1] + k[1]! * t + inward[1]! * m;
    return boulder(x, y, (solo ? 7.6 : 6.2) - (i === 2 ? 0 : 0.8), r, i === 2 ? '#9b8f9b' : undefined);
  }).join('');
}

export interface Look {
  /** false: cut off from the entrance. */
  lit?: boolean;
}

/** The one function that draws every passage. `id` only changes which rock is behind it. */
export function tunnel(way: Passage, look: Look, id = ''): string {
  const { groups, stubs } = way, lit = look.lit !== false, solo = groups.length === 0;
  const seed = hash(id + groups.join('|') + '/' + stubs + 'mine'), r = rng(seed);
  const band = (lines: Line[], w: number, fill: string, amp: number, dy = 0, extra = '') =>
    lines.map((l, i) => `<path d="${ribbon(l, w, seed + i * 31, amp)}" fill="${fill}"${dy ? ` transform="translate(0 ${dy})"` : ''} ${extra}/>`).join('');
  const dug = (lines: Line[], floor: string, rim: string) =>
    band(lines, 43, '#0a0709', 7, 1, 'opacity=".5"') + band(lines, 36.5, rim, 6) + band(lines, 33, '#33211a', 5) + band(lines, 27.5, floor, 4.5, 0.9);
  let s = `<use href="#um-rock${seed % 5}" width="100" height="150"/>`;
  if (!lit) s += '<rect width="100" height="150" fill="#10131f" opacity=".45"/>';
  s += '<rect x=".75" y=".75" width="98.5" height="148.5" rx="6.4" fill="none" stroke="#0c090e" stroke-width="1.5"/><rect x="2" y="2" width="96" height="146" rx="5.4" fill="none" stroke="#cdb9a8" stroke-opacity=".16"/>';
  if (lit && groups.length) s += '<rect width="100" height="150" fill="url(#um-glow)"/>';
  const blind = stubLines(stubs, solo);
  if (blind.length) s += dug(blind, 'url(#um-floorDim)', '#5f5352') + blind.map((l) => rubble(l, solo, r)).join('');
  for (const g of groups) {
    const lines = groupLines(g);
    s += dug(lines, lit ? 'url(#um-floorLit)' : 'url(#um-floorOff)', '#8b7464');
    s += lines.map((l) => rails(l, lit ? 0.95 : 0.55)).join('');
    if (g.length > 2) s += turntable(lit);
  }
  const all = groups.join('') + stubs;
  for (const e of edges('NESW')) if (all.includes(e)) s += posts(e, stubs.includes(e));
  if (solo && stubs) s += crossPlanks();
  return s;
}

export const ladder = () =>
  '<ellipse cx="50" cy="79" rx="20" ry="25" fill="#1a0f0a" stroke="#4a2d18" stroke-width="1.6"/><path d="M36 28L64 28L68 80Q50 96 32 80Z" fill="#ffe9b8" opacity=".34"/>' +
  '<g stroke-linecap="round"><path d="M40 36L38.5 98M60 36L61.5 98" stroke="#1a0f0a" stroke-width="7"/><path d="M39 46H61M39 58H61M38.5 70H61.5M38.5 82H61.5M38.5 93H61.5" stroke="#1a0f0a" stroke-width="6"/><path d="M39 46H61M39 58H61M38.5 70H61.5M38.5 82H61.5M38.5 93H61.5" stroke="#e0a968" stroke-width="3.2"/><path d="M40 36L38.5 98M60 36L61.5 98" stroke="#c48a52" stroke-width="4"/></g>';

export const nugget = (x: number, y: number, s: number, turn = 0) =>
  `<g transform="translate(${x} ${y}) scale(${s}) rotate(${turn})"><path d="M-13 3L-9 -8L1 -12L11 -7L14 4L6 11L-7 10Z" fill="url(#um-gold)" stroke="#4a2a06" stroke-width="2" stroke-linejoin="round"/><path d="M-9 -8L-2 -2L1 -12ZM-2 -2L6 -1L11 -7" fill="#fff6cf" opacity=".65"/><path d="M-2 -2L-7 10L6 11L6 -1Z" fill="#c47f17" opacity=".45"/></g>`;

export function nuggets(x: number, y: number, n: 1 | 2 | 3, s: number): string {
  const heap = { 1: [[0, 0, 1.35, 0]], 2: [[-11, 3, 1.05, -8], [11, -2, 1.05, 20]], 3: [[-12, 7, 1, -8], [12, 7, 1, 24], [0, -9, 1.05, 0]] }[n];
  return `<ellipse cx="${x}" cy="${y}" rx="${30 * s}" ry="${24 * s}" fill="#ffe08a" opacity=".25"/>` +
    heap.map((l) => nugget(x + l[0]! * s, y + l[1]! * s, l[2]! * s, l[3])).join('');
}
