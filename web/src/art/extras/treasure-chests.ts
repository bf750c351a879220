/* Treasure chests: what is in them rises from the lid; the tunnels that cover them have dark backs. */
import { goalBack, back } from '../classic';
import { C, nugget, num } from '../core';
import { FRAME } from '../frame';
import { mini } from '../glyph';
import { ST, eye } from '../icons';
import { register } from '../registry';
import { chest, fan, hand, lens, treasury, visage } from '../signs';

const O = C.ink;

const push = () => mini(goalBack(1), 44, 12, .48, 0) + `<path d="M4 52H34M22 38L36 52L22 66" fill="none" stroke="${O}" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"/><path d="M4 52H34M22 38L36 52L22 66" fill="none" stroke="${C.gold}" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>`;

const plusCard = () => `<g transform="translate(-6 0)">${fan(2)}</g>` + num('+1', 78, 38, '#7df0d2', 34);

const minusCard = () => `<g transform="translate(-6 0)">${fan(2)}</g>` + num('−1', 78, 38, '#ff9a78', 34);

const plusNugget = () => nugget(46, 62, 2.2) + num('+1', 74, 34, '#fff0b3', 34);

const stealCard = () => `<g transform="translate(24 -16) scale(.76)">${fan(2)}</g><g transform="translate(2 42) rotate(12) scale(.58)">${hand()}</g>`;

const threeOne = () => `<g transform="translate(0 6)">${fan(3)}</g>` + `<circle cx="50" cy="82" r="17" fill="url(#um-gold)" ${ST}/>` + `<text x="50" y="89" text-anchor="middle" font-size="20" font-weight="900" font-family="system-ui,sans-serif" fill="#3b2205">1/3</text>`;

const fiveOne = () => treasury() + `<circle cx="22" cy="34" r="17" fill="url(#um-gold)" ${ST}/><text x="22" y="41" text-anchor="middle" font-size="20" font-weight="900" font-family="system-ui,sans-serif" fill="#3b2205">1/5</text>`;

const burnFive = () => `<g transform="translate(0 -6) scale(.9) translate(6 0)">${fan(3)}</g><path d="M50 58V88M36 76L50 92L64 76" fill="none" stroke="${O}" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"/><path d="M50 58V88M36 76L50 92L64 76" fill="none" stroke="#ff9a78" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>` + num('5', 84, 36, '#ff9a78', 36);

const found = (picture: string) => () =>
  `<rect width="100" height="150" fill="url(#um-bg-rare)"/><g opacity=".2"><use href="#um-rock4" width="100" height="150"/></g>${FRAME.lore()}<path d="M50 108L12 20H88Z" fill="#ffe08a" opacity=".2"/><g transform="translate(25 96) scale(.5)">${chest(true)}</g><g transform="translate(14 20) scale(.72)">${picture}</g>`;

/** A tunnel face down, and a chest below it. */
const covered = () =>
  `<use href="#um-rock4" width="100" height="150"/><rect width="100" height="150" fill="#0a070c" opacity=".5"/><rect x="3" y="3" width="94" height="144" rx="6" fill="none" stroke="#d19a2e" stroke-width="2" stroke-dasharray="3 5"/><path d="M50 40L80 58V94L50 112L20 94V58Z" fill="#120d14" stroke="#d19a2e" stroke-width="2.2"/><g transform="translate(29 55) scale(.42)">${chest()}</g>`;

const CHESTS: Record<string, () => string> = {
  nugget: found(plusNugget()), 'no-maps': found(eye(true)), 'no-draw': found(minusCard()), 'extra-draw': found(plusCard()),
  shift: found(push()), snatch: found(stealCard()), 'pick-of-three': found(threeOne()), unmask: found(lens(visage())),
  rummage: found(fiveOne()), landslide: found(burnFive()),
};

register({
  values: CHESTS,
  sites: Object.fromEntries(['chest', 'chest 1', 'chest 2', 'chest 3', 'chest 4'].map((site) => [site, { draw: () => '', shut: covered }])),
  backs: { chest: () => back('#1c1512', '#d19a2e', `<g transform="translate(17 42) scale(.66)">${chest()}</g>`, '<use href="#um-rock4" width="100" height="150"/>') },
});
