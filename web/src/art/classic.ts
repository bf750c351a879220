/* The cards of the base game: action cards, goals, gold, backs. */
import { C, SERIF, boulder, mix, nugget, nuggets, plate, rng } from './core';
import { FRAME, action } from './frame';
import { medal } from './glyph';
import { ST, broken, cart, cross, lantern, map, pick, rockfall, tick } from './icons';
import { ladder } from './ladder';
import { register, type Colour, type Middle } from './registry';
import { tunnel, type Maze } from './tunnel';

const TOOL = { lamp: lantern, cart, pick };
type Tool = keyof typeof TOOL;

const either = (a: Tool, b: Tool) =>
  `<g transform="translate(-10 -20) scale(0.72)">${TOOL[a](true)}</g><g transform="translate(39 46) scale(0.72)">${TOOL[b](true)}</g><path d="M42 58L58 42" stroke="#7df0d2" stroke-width="5" stroke-linecap="round"/>`;
const snapped = (t: Tool) => action('break', broken(TOOL[t](false)), cross());
const mended = (t: Tool) => action('repair', TOOL[t](true), tick());

const ACTIONS: Record<string, () => string> = {
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
};

export const frame = (colour: string, width: number) =>
  `<rect x="2.4" y="2.4" width="95.2" height="145.2" rx="5.6" fill="none" stroke="${colour}" stroke-width="${width}"/>`;

/** Where daylight falls in: the way out, and in The Duel whose it is. */
export const entrance = (card: Maze, team?: Colour | null) =>
  tunnel({ ...card, id: card.id ?? `start${team ?? ''}` }) + '<path d="M30 0H70L78 62Q50 84 22 62Z" fill="#fff2cf" opacity=".28"/>' + ladder(team) + frame(team ? C[team] : C.amberHi, 2.4);

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

const hoard = () =>
  '<ellipse cx="50" cy="75" rx="44" ry="44" fill="#ffe08a" opacity=".32"/>' +
  nugget(34, 84, 1.5, -10) + nugget(67, 85, 1.5, 22) + nugget(50, 63, 1.75, 0) + `<g fill="#fff">${SPARKS.map(spark).join('')}</g>`;

function coal(): string {
  const r = rng(5);
  return [[40, 82, 13], [61, 83, 14], [50, 67, 14]].map((b) => boulder(b[0]!, b[1]!, b[2]!, r, '#c4bac4')).join('');
}

/** The heap lies beside the curve, whichever way it runs. */
function heap(shape: string): string {
  if (shape.length !== 2) return coal();
  return `<g transform="translate(${shape.includes('W') ? 10 : -10} ${shape.includes('N') ? 12 : -16})">${coal()}</g>`;
}
export const STONE: Middle = { id: 'stone', frame: C.board, draw: heap };

export const goldCard = (n: number) =>
  `<rect width="100" height="150" fill="url(#um-bg-rare)"/><g opacity=".22"><use href="#um-rock3" width="100" height="150"/></g>${FRAME.rare()}${nuggets(50, 68, Math.min(3, Math.max(1, n)) as 1 | 2 | 3, 1.45)}${plate(50, 122, 15, n)}`;

export const back = (ground: string, colour: string, inner: string, rock = '<use href="#um-rock0" width="100" height="150"/>') =>
  `<rect width="100" height="150" fill="${ground}"/><g opacity=".4">${rock}</g><rect x="5" y="5" width="90" height="140" rx="6" fill="none" stroke="${colour}" stroke-width="1.8"/>${inner}`;

const crossed = () =>
  `<circle cx="50" cy="75" r="31" fill="${C.amber}" opacity=".12"/><g transform="translate(24 46) scale(.52)"><g transform="translate(100 0) scale(-1 1)">${pick()}</g>${pick()}</g>`;

const CLOTH: Record<Colour, string> = { green: '#0f2a1c', blue: '#13294a', yellow: '#3a2e08' };

/** A hood in the dark; of a clan, with its glyph. */
function roleBack(clan?: Colour): string {
  const ground = clan ? CLOTH[clan] : '#2a1c12', colour = clan ? C[clan] : C.amber;
  const hood = `<g transform="translate(20 40) scale(.6)"><path d="M8 100C6 40 26 6 54 6C74 6 96 40 92 100C88 74 74 62 50 62C26 62 12 74 8 100Z" fill="${mix(ground, colour, 0.35)}" ${ST}/><path d="M22 92C22 70 34 66 50 66C66 66 78 70 78 92C74 112 62 118 50 120C38 118 26 112 22 92Z" fill="#0b080c" ${ST}/><circle cx="38" cy="88" r="4.6" fill="${colour}"/><circle cx="62" cy="88" r="4.6" fill="${colour}"/></g>`;
  return back(ground, colour, hood + (clan ? medal(clan, 50, 128, 11) : ''), '<use href="#um-rock1" width="100" height="150"/>');
}

register({
  actions: ACTIONS,
  goals: { gold: { id: 'gold', frame: C.gold, draw: hoard }, stone: STONE, 'stone-NE': STONE, 'stone-NW': STONE },
  backs: { deck: () => back('#211a28', C.amber, crossed()), role: roleBack, gold: () => back('#3a260b', C.gold, nugget(50, 75, 2)) },
});
