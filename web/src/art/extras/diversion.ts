/* Diversion: the tunnel laid last goes elsewhere. */
import { C } from '../core';
import { action } from '../frame';
import { disc, mini } from '../glyph';
import { ST } from '../icons';
import { register } from '../registry';
import { tunnel } from '../tunnel';

const O = C.ink;

const diversion = () => `<g opacity=".45"><rect x="8" y="36" width="34" height="50" rx="5" fill="none" stroke="${C.bone}" stroke-width="3.4" stroke-dasharray="6 5"/></g>` + mini(tunnel({ shape: 'NS' }), 56, 18, .38, 7) + `<path d="M24 30Q36 4 60 14" fill="none" stroke="${O}" stroke-width="12" stroke-linecap="round"/><path d="M24 30Q36 4 60 14" fill="none" stroke="${C.gold}" stroke-width="6" stroke-linecap="round"/><path d="M56 2L74 20L52 26Z" fill="${C.gold}" ${ST}/>`;

/** On the card it could move: an arrow that comes round again. */
const last = () => disc(50, 50, 40, `<path d="M-20 12A24 24 0 1 1 16 18" fill="none" stroke="${C.gold}" stroke-width="8" stroke-linecap="round"/><path d="M4 8L28 10L14 30Z" fill="${C.gold}"/>`, '#3a2c10');

register({ actions: { diversion: () => action('rare', diversion()) }, pieces: { last } });
