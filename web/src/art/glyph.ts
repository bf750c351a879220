/* Small things put on other pictures: the teams' glyphs, tokens, a card within a card. */
import { C } from './core';
import type { Colour } from './registry';

const O = C.ink;

/** How a team's own glyph is coloured on a dark ground. */
export const TINT: Record<Colour, string> = { green: '#8df0b4', blue: '#a9d8ff', yellow: '#ffe98a' };
const RAYS = [0, 45, 90, 135, 180, 225, 270, 315].map((a) => `<path d="M-1.9 -7.6L0 -12L1.9 -7.6Z" transform="rotate(${a})"/>`).join('');
const GLYPH: Record<Colour, string> = {
  green: '<path d="M0 -10L7 0H3.6L9 9H-9L-3.6 0H-7Z"/><rect x="-1.8" y="8.5" width="3.6" height="3.2"/>',
  blue: '<path d="M0 -11C5 -4 8 0 8 4.2A8 8 0 0 1 -8 4.2C-8 0 -5 -4 0 -11Z"/>',
  yellow: `<circle r="5.6"/>${RAYS}`,
};

/** Pine for green, drop for blue, sun for yellow: a team is never told by its colour alone. */
export const glyph = (team: Colour, x: number, y: number, size: number, fill = TINT[team]) =>
  `<g transform="translate(${x} ${y}) scale(${size})" fill="${fill}">${GLYPH[team]}</g>`;

/** A team's glyph in a dark ring. */
export const medal = (team: Colour, x: number, y: number, r: number, fill = '#15110f') =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="${C.bone}" stroke-width="1.8"/>${glyph(team, x, team === 'blue' ? y + 1 : y, r * 0.063)}`;

/** A small card within a picture. */
export const mini = (inner: string, x: number, y: number, k: number, turn = 0) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${k})"><rect x="-6" y="-6" width="112" height="162" rx="13" fill="${C.bone2}" stroke="${O}" stroke-width="5"/><g clip-path="url(#um-card)">${inner}</g></g>`;

/** A round token. */
export const disc = (x: number, y: number, r: number, inner: string, fill: string) =>
  `<g transform="translate(${x} ${y})"><circle r="${r + 1.5}" cy="1.5" fill="#000" opacity=".4"/><circle r="${r}" fill="${fill}" stroke="${C.bone}" stroke-width="2.2"/><circle r="${r - 3.4}" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="1.2"/>${inner}</g>`;
