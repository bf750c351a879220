/* Drawing primitives: colours, chance that always falls the same way, shared definitions, tunnels.
   Card space is 100 x 150 units. Everything is a string of SVG made from data. */

export const W = 100;
export const H = 150;

export const C = {
  bone: '#f3e6cb', bone2: '#cdbfa4', ink: '#120d10',
  amber: '#ffb84d', amberHi: '#ffe2a8', gold: '#f7c948', goldHi: '#fff0b3', goldLo: '#a96a12',
  break: '#f0633f', repair: '#38c2a2', peek: '#62b6f5', board: '#e5a95a', person: '#cf8bf0',
  green: '#3fae6c', blue: '#7cc4ff', yellow: '#f0cf45', greenLo: '#0f4526', blueLo: '#173f78', yellowLo: '#6d5509', crystal: '#ee8bff',
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

export type Stop = [number, string] | [number, string, number];
const stops = (list: Stop[]) =>
  list.map((s) => `<stop offset="${s[0]}" stop-color="${s[1]}"${s[2] !== undefined ? ` stop-opacity="${s[2]}"` : ''}/>`).join('');
export const radial = (id: string, cx: number, cy: number, r: number, list: Stop[]) =>
  `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${cx}" cy="${cy}" r="${r}" >${stops(list)}</radialGradient>`;
export const linear = (id: string, list: Stop[], x2 = 0, y2 = 1) =>
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
export function rockTile(seed: number, lo: string, hi: string): string {
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

export const family = (name: string, inner: string, outer: string) =>
  `<radialGradient id="um-bg-${name}" cx=".5" cy=".42" r=".75"><stop offset="0" stop-color="${inner}"/><stop offset="1" stop-color="${outer}"/></radialGradient>`;
const CRACK = '58L44 26L60 44L40 62L54 82L46 120H';
const WOOD: Stop[] = [[0, '#c48a52'], [0.5, '#9a6538'], [1, '#5d3a1f']];
const rock = (i: number) =>
  `<symbol id="um-rock${i}" viewBox="0 0 100 150" overflow="visible">${rockTile(71 + i * 13, '#1f1a24', '#5a4f59')}</symbol>`;

/** Everything a picture may refer to by `#um-…`, made on first use. Games and extras add what they alone need. */
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
  'um-floorGold': () => radial('um-floorGold', 50, 75, 92, [[0, '#fff0bd'], [0.3, '#ffd272'], [0.64, '#d69a48'], [1, '#a8703a']]),
  'um-red': () => linear('um-red', [[0, '#ff9a78'], [0.5, '#f0633f'], [1, '#8d2415']]),
  'um-dgreen': () => linear('um-dgreen', [[0, '#55c588'], [0.5, '#26824e'], [1, '#0f4526']]),
  'um-dyellow': () => linear('um-dyellow', [[0, '#fff0a0'], [0.5, '#e3bd2c'], [1, '#7d610c']]),
  'um-dblue': () => linear('um-dblue', [[0, '#d4edff'], [0.5, '#74bcf5'], [1, '#2f6db0']]),
  'um-skin': () => linear('um-skin', [[0, '#f4c9a2'], [1, '#c98a62']]),
  'um-halfL': () => `<clipPath id="um-halfL"><path d="M-20 -20H${CRACK}-20Z"/></clipPath>`,
  'um-halfR': () => `<clipPath id="um-halfR"><path d="M120 -20H${CRACK}120Z"/></clipPath>`,
  'um-bg-break': () => family('break', '#7a2419', '#240d0f'),
  'um-bg-repair': () => family('repair', '#11594d', '#081e1f'),
  'um-bg-peek': () => family('peek', '#244a7d', '#0c1426'),
  'um-bg-board': () => family('board', '#6b4a1e', '#1f140b'),
  'um-bg-rare': () => family('rare', '#5a4714', '#17110a'),
  'um-bg-person': () => family('person', '#5b2a6b', '#1b0e24'),
  'um-bg-lore': () => family('lore', '#3c3644', '#15121b'),
};

/* ------------------------------------------------------ stone and gold */

export function boulder(x: number, y: number, s: number, r: Rng, tone = '#8a7f8b'): string {
  const n = 7, pts: Point[] = [], a0 = r() * 6.28;
  for (let i = 0; i < n; i++) {
    const a = a0 + (i / n) * 6.283, q = s * (0.78 + r() * 0.34);
    pts.push([x + Math.cos(a) * q, y + Math.sin(a) * q * 0.86]);
  }
  const d = 'M' + pts.map((p) => `${f(p[0])} ${f(p[1])}`).join('L') + 'Z';
  return `<path d="${d}" fill="${mix(tone, '#1b161e', 0.45)}" stroke="#120e14" stroke-width="1.2" stroke-linejoin="round"/><path d="M${f(x - s * 0.55)} ${f(y - s * 0.05)}L${f(x - s * 0.1)} ${f(y - s * 0.62)}L${f(x + s * 0.5)} ${f(y - s * 0.3)}L${f(x + s * 0.1)} ${f(y + s * 0.1)}Z" fill="${tone}" opacity=".8"/>`;
}

export const nugget = (x: number, y: number, s: number, turn = 0) =>
  `<g transform="translate(${x} ${y}) scale(${s}) rotate(${turn})"><path d="M-13 3L-9 -8L1 -12L11 -7L14 4L6 11L-7 10Z" fill="url(#um-gold)" stroke="#4a2a06" stroke-width="2" stroke-linejoin="round"/><path d="M-9 -8L-2 -2L1 -12ZM-2 -2L6 -1L11 -7" fill="#fff6cf" opacity=".65"/><path d="M-2 -2L-7 10L6 11L6 -1Z" fill="#c47f17" opacity=".45"/></g>`;

export function nuggets(x: number, y: number, n: 1 | 2 | 3, s: number): string {
  const heap = { 1: [[0, 0, 1.35, 0]], 2: [[-11, 3, 1.05, -8], [11, -2, 1.05, 20]], 3: [[-12, 7, 1, -8], [12, 7, 1, 24], [0, -9, 1.05, 0]] }[n];
  return `<ellipse cx="${x}" cy="${y}" rx="${30 * s}" ry="${24 * s}" fill="#ffe08a" opacity=".25"/>` +
    heap.map((l) => nugget(x + l[0]! * s, y + l[1]! * s, l[2]! * s, l[3])).join('');
}

/* ------------------------------------------------------------------ words */

export const SERIF = "'Iowan Old Style','Palatino Linotype','Noto Serif',Georgia,serif";
const SANS = "system-ui,'Segoe UI',Roboto,sans-serif";

/** A number, as it is printed on tokens. */
export const digits = (text: string, x: number, y: number, size: number, fill: string = '#3b2205') =>
  `<text x="${x}" y="${y}" text-anchor="middle" font-size="${size}" font-weight="900" font-family="${SANS}" fill="${fill}">${text}</text>`;

/** A number that stands free, with a dark outline. */
export const num = (text: string, x: number, y: number, colour: string, size = 30) =>
  `<g font-family="${SANS}" font-weight="900" font-size="${size}" text-anchor="middle"><text x="${x}" y="${y}" stroke="${C.ink}" stroke-width="8" stroke-linejoin="round" fill="${C.ink}">${text}</text><text x="${x}" y="${y}" fill="${colour}">${text}</text></g>`;

/** What it costs: a coin with a minus sign. */
export const coinPip = (x: number, y: number, n: number, r = 11) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="url(#um-gold)" stroke="#4a2a06" stroke-width="2"/>` + digits(`−${n}`, x, f(y + r * 0.45), f(r * 1.27));

/** The number below a treasure or a gold card. */
export const plate = (x: number, y: number, r: number, n: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="#15110f" stroke="${C.gold}" stroke-width="2"/><text x="${x}" y="${f(y + r / 2)}" text-anchor="middle" font-size="${f(r * 1.46)}" font-weight="900" font-family="${SERIF}" fill="${C.goldHi}">${n}</text>`;
