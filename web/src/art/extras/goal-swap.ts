/* Goal Swap: two goals face down change places. */
import { goalBack } from '../classic';
import { C } from '../core';
import { action } from '../frame';
import { mini } from '../glyph';
import { ST } from '../icons';
import { register } from '../registry';

const O = C.ink;

const goalSwap = () => `${mini(goalBack(1), 6, 22, .38, -4)}${mini(goalBack(1), 57, 20, .38, 4)}<g fill="none" stroke-linecap="round"><path d="M24 14Q50 -8 76 12" stroke="${O}" stroke-width="12"/><path d="M24 14Q50 -8 76 12" stroke="${C.gold}" stroke-width="6"/><path d="M76 88Q50 108 24 90" stroke="${O}" stroke-width="12"/><path d="M76 88Q50 108 24 90" stroke="${C.gold}" stroke-width="6"/></g><g fill="${C.gold}" ${ST}><path d="M68 18L88 18L80 -2Z"/><path d="M32 84L12 84L20 104Z"/></g>`;

register({ actions: { 'goal-swap': () => action('rare', goalSwap(), '', 0.72) } });
