/* The wardrobe: a hanger and a mask. */
import { C } from '../core';
import { register } from '../registry';
import { room } from '../room';
import { mask } from '../signs';

const O = C.ink;

const wardrobe = () => `<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="M50 26V20C50 14 60 14 60 7C60 -2 46 -3 43 4M50 26L94 52H6Z" stroke="${O}" stroke-width="13"/><path d="M50 26V20C50 14 60 14 60 7C60 -2 46 -3 43 4M50 26L94 52H6Z" stroke="#d9a55c" stroke-width="6"/></g><g transform="translate(12 46) scale(.76)">${mask()}</g>`;

register({ sites: { wardrobe: room('wardrobe', wardrobe) } });
