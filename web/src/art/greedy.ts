/* The greedy dwarf, who digs for a sack of their own. */
import { C } from './core';
import type { Role } from './registry';
import { sack } from './signs';

export const GREEDY: Role = { ground: ['#9a7416', '#241808'], colour: C.gold, sign: sack, dwarf: { coat: '#5d4a1f', beard: '#6d3f24', hat: 'url(#um-gold)', gear: 'cap', cut: 'short', grin: true, prop: `<g transform="translate(60 104) scale(.38)">${sack()}</g>` } };
