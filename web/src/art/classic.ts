/* The cards of the base game: action cards, goals, gold, backs. */
import { C, ladder, mix, nugget, nuggets, boulder, passage, rng, tunnel, type Look } from './core';
import { FRAME, action } from './frame';
import { ST, broken, cart, cross, lantern, map, pick, rockfall, tick } from './icons';

const SERIF = "'Iowan Old Style','Palatino Linotype','Noto Serif',Georgia,serif";
const TOOL = { lamp: lantern, cart, pick };
type Tool = keyof typeof TOOL;

const either = (a: Tool, b: Tool) =>
  `<g transform="translate(-10 -20) scale(0.72)">${TOOL[a](true)}</g><g transform="translate(39 46) scale(0.72)">${TOOL[b](true)}</g><path d="M42 58L58 42" stroke="#7df0d2" stroke-width="5" stroke-linecap="round"/>`;
const snapped = (t: Tool) => action('break', broken(TOOL[t](false)), cross());
const mended = (t: Tool) => action('repair', TOOL[t](true), tick());

export const ACTIONS = {
  'break-lamp': () => snapped('lamp'),
  'break-cart': () => snapped('cart'),
  'break-pick': () => snapped('pick'),
  'mend-lamp': () => mended('lamp'),
  'mend-cart': () => mended('cart'),
  'mend-pick': () => mended('pick'),
  'mend-lamp+pick': () => action('repair', either('lamp', 'pick'), tick()),
  'mend-pick+cart': () => action('repair', either('pick', 'cart'), tick()),
  'mend-cart+lamp': () => action('repair', either('cart', 'lamp'), tick()),
  rockfall: () => action('board', rockfall()),
  map: () => action('peek', map()),
} as const;
export type ActionName = keyof typeof ACTIONS;

const frame = (colour: string, width: number) =>
  `<rect x="2.4" y="2.4" width="95.2" height="145.2" rx="5.6" fill="none" stroke="${colour}" stroke-width="${width}"/>`;

export const entrance = (look: Look) =>
  tunnel(passage('NESW'), look, 'start') + '<path d="M30 0H70L78 62Q50 84 22 62Z" fill="#fff2cf" opacity=".28"/>' + ladder() + frame(C.amberHi, 2.4);

const VEIN = 'M-2 40L18 52L30 40L52 58L70 46L102 66M-2 112L22 100L40 112L58 94L82 106L102 92M30 40L24 12L34 -2M82 106L78 130L90 152M52 58L58 94';
const HEX = 'M50 40L80 58V94L50 112L20 94V58Z';

export const goalBack = (n: number) =>
  `<use href="#um-rock${n % 5}" width="100" height="150"/><rect width="100" height="150" fill="#0b0710" opacity=".35"/>` +
  `<path d="${VEIN}" fill="none" stroke="#ff9d3c" stroke-width="5" opacity=".28"/><path d="${VEIN}" fill="none" stroke="#ffd27a" stroke-width="1.7" stroke-linejoin="round"/>` +
  `<path d="${HEX}" fill="#1a1320" stroke="#0d090c" stroke-width="6" stroke-linejoin="round"/><path d="${HEX}" fill="none" stroke="#ffc457" stroke-width="2.6" stroke-linejoin="round"/>` +
  `<text x="50" y="93" text-anchor="middle" font-family="${SERIF}" font-weight="700" font-size="48" fill="#ffd98f">?</text><rect x="2" y="2" width="96" height="146" rx="5.4" fill="none" stroke="#ffc457" stroke-opacity=".55" stroke-width="1.6"/>`;

const spark = ([x, y, s]: [number, number, number]) =>
  `<path d="M${x} ${y - s}L${x + s * 0.3} ${y - s * 0.3}L${x + s} ${y}L${x + s * 0.3} ${y + s * 0.3}L${x} ${y + s}L${x - s * 0.3} ${y + s * 0.3}L${x - s} ${y}L${x - s * 0.3} ${y - s * 0.3}Z"/>`;
const SPARKS: [number, number, number][] = [[24, 60, 3.4], [76, 56, 4.4], [50, 38, 3], [82, 100, 3]];

export const goldGoal = (shape: string, look: Look) =>
  tunnel(passage(shape), look, 'gold') + '<ellipse cx="50" cy="75" rx="44" ry="44" fill="#ffe08a" opacity=".32"/>' +
  nugget(34, 84, 1.5, -10) + nugget(67, 85, 1.5, 22) + nugget(50, 63, 1.75, 0) + `<g fill="#fff">${SPARKS.map(spark).join('')}</g>` + frame(C.gold, 2.2);

function coal(): string {
  const r = rng(5);
  return [[40, 82, 13], [61, 83, 14], [50, 67, 14]].map((b) => boulder(b[0]!, b[1]!, b[2]!, r, '#c4bac4')).join('');
}

/** The heap lies beside the curve, whichever way it runs. */
export function stoneGoal(shape: string, look: Look): string {
  const x = shape.includes('W') ? 10 : -10, y = shape.includes('N') ? 12 : -16;
  return tunnel(passage(shape), look, 'stone') + `<g transform="translate(${x} ${y})">${coal()}</g>` + frame(C.board, 2.2);
}

export const goldCard = (n: 1 | 2 | 3) =>
  `<rect width="100" height="150" fill="url(#um-bg-rare)"/><g opacity=".22"><use href="#um-rock3" width="100" height="150"/></g>${FRAME.rare()}${nuggets(50, 68, n, 1.45)}` +
  `<circle cx="50" cy="122" r="15" fill="#15110f" stroke="${C.gold}" stroke-width="2"/><text x="50" y="129.5" text-anchor="middle" font-size="22" font-weight="900" font-family="${SERIF}" fill="${C.goldHi}">${n}</text>`;

export const deckBack = () =>
  `<rect width="100" height="150" fill="#211a28"/><g opacity=".45"><use href="#um-rock0" width="100" height="150"/></g><rect x="5" y="5" width="90" height="140" rx="6" fill="none" stroke="${C.amber}" stroke-opacity=".8" stroke-width="1.6"/><circle cx="50" cy="75" r="31" fill="${C.amber}" opacity=".12"/><g transform="translate(24 46) scale(.52)"><g transform="translate(100 0) scale(-1 1)">${pick()}</g>${pick()}</g>`;

export const roleBack = () =>
  `<rect width="100" height="150" fill="#2a1c12"/><g opacity=".25"><use href="#um-rock1" width="100" height="150"/></g><rect x="5" y="5" width="90" height="140" rx="6" fill="none" stroke="${C.amber}" stroke-width="2"/><g transform="translate(20 40) scale(.6)"><path d="M8 100C6 40 26 6 54 6C74 6 96 40 92 100C88 74 74 62 50 62C26 62 12 74 8 100Z" fill="${mix('#2a1c12', C.amber, 0.35)}" ${ST}/><path d="M22 92C22 70 34 66 50 66C66 66 78 70 78 92C74 112 62 118 50 120C38 118 26 112 22 92Z" fill="#0b080c" ${ST}/><circle cx="38" cy="88" r="4.6" fill="${C.amber}"/><circle cx="62" cy="88" r="4.6" fill="${C.amber}"/></g>`;
