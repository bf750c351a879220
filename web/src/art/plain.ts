/* Cards of which nothing is known but what the box tells: a decent picture for each, without a name. */
import type { Face } from '../protocol';
import { C, SERIF } from './core';
import { FRAME, action, type Family } from './frame';
import { broken, cart, cross, eye, lantern, pick, rockfall, tick } from './icons';
import { tunnel } from './tunnel';
import type { PieceArt } from './registry';
import { disc, glyph, mini } from './glyph';

const TOOL = { lamp: lantern, cart, pick };
const FAMILY: Record<Face['use'], Family> = { hinder: 'break', mend: 'repair', look: 'peek', remove: 'board', lay: 'board', other: 'lore' };
const STAR = 'M50 10L61 38L91 40L68 59L76 88L50 72L24 88L32 59L9 40L39 38Z';
const star = () => `<path d="${STAR}" fill="url(#um-bone)" stroke="${C.ink}" stroke-width="3.4" stroke-linejoin="round"/>`;

/** Up to three tools of a card, whole ones or broken ones. */
export function toolset(tools: Face['tools'], ok = true): string {
  const one = (tool: keyof typeof TOOL) => (ok ? TOOL[tool](true) : broken(TOOL[tool](false)));
  if (tools.length === 1) return one(tools[0]!);
  const places = tools.length === 2 ? [[-10, -20, 0.72], [39, 46, 0.72]] : [[20, -22, 0.6], [-8, 38, 0.58], [48, 38, 0.58]];
  return tools.slice(0, 3).map((tool, i) => `<g transform="translate(${places[i]![0]} ${places[i]![1]}) scale(${places[i]![2]})">${one(tool)}</g>`).join('') +
    (tools.length === 2 ? '<path d="M42 58L58 42" stroke="#7df0d2" stroke-width="5" stroke-linecap="round"/>' : '');
}

const PICTURE: Record<Face['use'], () => string> = {
  hinder: () => cross(), mend: () => tick(), look: () => eye(), remove: rockfall, other: star,
  lay: () => mini(tunnel({ shape: 'NESW' }), 22, 8, 0.56),
};

export function plainAction(use: Face['use'] = 'other', tools: Face['tools'] = []): string {
  const corner = use === 'hinder' ? cross() : use === 'mend' ? tick() : '';
  return action(FAMILY[use], tools.length ? toolset(tools, use !== 'hinder') : PICTURE[use](), tools.length ? corner : '');
}

/** Gold or a treasure of which only the value is known. */
export const plainValue = (n: number) =>
  `<rect width="100" height="150" fill="url(#um-bg-rare)"/><g opacity=".2"><use href="#um-rock4" width="100" height="150"/></g>${FRAME.rare()}<g transform="translate(20 ${n ? 24 : 45}) scale(.6)">${star()}</g>` +
  (n ? `<text x="50" y="128" text-anchor="middle" font-size="34" font-weight="900" font-family="${SERIF}" fill="${C.goldHi}">${n}</text>` : '');

const TEAM = { green: '#1f7a49', blue: '#2361a8', yellow: '#8a6a0c' };
/** Something that lies on a card: a team's disc, or a blank one. */
export const plainPiece = ({ colour }: PieceArt): string =>
  disc(50, 50, 44, colour ? glyph(colour, 0, colour === 'blue' ? 5 : 0, 2.4, '#fff') : `<circle r="16" fill="${C.bone}"/>`, colour ? TEAM[colour] : '#3a3341');

/** Somebody has been there. */
export function passed(): string {
  const stroke = (colour: string, width: number) => `<path d="M-26 2L-8 20L26 -20" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
  return disc(50, 50, 44, stroke(C.ink, 20) + stroke(C.bone, 10), '#2b6b50');
}
