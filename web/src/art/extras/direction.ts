/* Change of Direction: round the table the other way. */
import { C } from '../core';
import { action } from '../frame';
import { ST } from '../icons';
import { register } from '../registry';
import { visage } from '../signs';

const O = C.ink;

const direction = () => `<g fill="none" stroke-linecap="round"><path d="M20 30A38 38 0 1 1 14 62" stroke="${O}" stroke-width="18"/><path d="M20 30A38 38 0 1 1 14 62" stroke="url(#um-gold)" stroke-width="10"/></g><path d="M34 40L6 40L12 10Z" fill="${C.gold}" ${ST}/><g transform="translate(30 30) scale(.42)">${visage()}</g>`;

register({ actions: { direction: () => action('rare', direction()) } });
