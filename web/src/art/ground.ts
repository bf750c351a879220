/* What a maze is dug into: the rock under the hill. The Lost Mines add their forest. */
import type { Edge, Line, Passage } from './lines';
import { rails } from './lines';
import { f, type Rng } from './core';

/** How a maze looks where nothing else stands on its cards. */
export interface Ground {
  back: (seed: number) => string; // id of the picture behind all
  line: string; // round the card
  floor: (lit: boolean) => string;
  blind: [floor: string, rim: string];
  rim: string;
  wall: string;
  glow: boolean;
  track: (line: Line, lit: boolean, r: Rng) => string;
  junction: (lit: boolean) => string;
  post: (blind: boolean) => string; // what the pegs at a mouth are made of
  deadEnd: () => string;
  beside: (open: string, r: Rng) => string;
}

const turntable = (lit: boolean) =>
  `<circle cx="50" cy="75" r="12.4" fill="${lit ? '#7a4d27' : '#4b4a5c'}" stroke="#2a1810" stroke-width="1.6"/><circle cx="50" cy="75" r="9" fill="${lit ? '#ffd68b' : '#808aa3'}" stroke="#4a3a33" stroke-width="1"/><circle cx="50" cy="75" r="3.2" fill="${lit ? '#9a6538' : '#4b4a5c'}"/>`;

function crossPlanks(): string {
  const plank = (a: number) =>
    `<g transform="rotate(${a} 50 75)"><rect x="22" y="69.6" width="56" height="10.8" rx="1.6" fill="url(#um-wood)" stroke="#1a100a" stroke-width="1.6"/><circle cx="28" cy="75" r="1.5" fill="#2a1810"/><circle cx="72" cy="75" r="1.5" fill="#2a1810"/></g>`;
  return plank(42) + plank(-42);
}

export const ROCK: Ground = {
  back: (seed) => `um-rock${seed % 5}`,
  line: '#cdb9a8',
  floor: (lit) => (lit ? 'url(#um-floorLit)' : 'url(#um-floorOff)'),
  blind: ['url(#um-floorDim)', '#5f5352'],
  rim: '#8b7464',
  wall: '#33211a',
  glow: true,
  track: (line, lit) => rails(line, lit ? 0.95 : 0.55),
  junction: turntable,
  post: (blind) => (blind ? '#6a5a52' : 'url(#um-wood)'),
  deadEnd: crossPlanks,
  beside: () => '',
};

/** Pegs beside a tunnel mouth; two cards side by side make one frame. */
export function posts(e: Edge, fill: string): string {
  const w = 3.6, l = 8.5, g = 17.2;
  const R = (x: number, y: number, ww: number, hh: number) =>
    `<rect x="${f(x)}" y="${f(y)}" width="${ww}" height="${hh}" rx="1.2" fill="${fill}" stroke="#1a100a" stroke-width=".9"/>`;
  if (e === 'N') return R(50 - g - w / 2, -3, w, l) + R(50 + g - w / 2, -3, w, l);
  if (e === 'S') return R(50 - g - w / 2, 150 + 3 - l, w, l) + R(50 + g - w / 2, 150 + 3 - l, w, l);
  if (e === 'W') return R(-3, 75 - g - w / 2, l, w) + R(-3, 75 + g - w / 2, l, w);
  return R(100 + 3 - l, 75 - g - w / 2, l, w) + R(100 + 3 - l, 75 + g - w / 2, l, w);
}

/** Two straight tunnels can only cross on a bridge: planks with railings, drawn upright and laid over if it runs level. */
export function bridge(over: string, lit = true): string {
  const upright = over.includes('N'), length = upright ? 150 : 100, rail = `M45.6 -2V${length + 2}M54.4 -2V${length + 2}`;
  let planks = '';
  for (let y = -1, i = 0; y < length; y += 6.2, i++) planks += `<rect x="36" y="${f(y)}" width="28" height="5.4" rx=".8" fill="${i % 2 ? '#c08a50' : '#a9743f'}"/>`;
  const side = (x: number) => `<rect x="${x}" y="-2" width="4.4" height="${length + 4}" fill="url(#um-woodV)" stroke="#1a100a" stroke-width=".8"/>`;
  const knob = (y: number) => `<circle cx="34.2" cy="${y}" r="3.4" fill="#e2b27a" stroke="#1a100a"/><circle cx="65.8" cy="${y}" r="3.4" fill="#e2b27a" stroke="#1a100a"/>`;
  return `<g${upright ? '' : ' transform="translate(100 25) rotate(90)"'}><rect x="36" y="-2" width="34" height="${length + 4}" fill="#000" opacity=".45"/><rect x="34" y="-2" width="32" height="${length + 4}" fill="#2a1810"/>${planks}` +
    `<path d="${rail}" fill="none" stroke="#4a3a33" stroke-width="2.1"/><path d="${rail}" fill="none" stroke="#e5dfda" stroke-width=".8"/>${side(32)}${side(63.6)}${knob(length / 2 - 24)}${knob(length / 2 + 24)}${lit ? '' : `<rect x="32" y="-2" width="36" height="${length + 4}" fill="#1b2338" opacity=".62"/>`}</g>`;
}

export const isBridge = (way: Passage): boolean => way.groups.length === 2 && way.groups.every((g) => g === 'NS' || g === 'EW');
