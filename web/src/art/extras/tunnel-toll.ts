/* The dwarfs of the tunnel toll: whoever builds on pays them. */
import { C } from '../core';
import { action } from '../frame';
import { glyph } from '../glyph';
import { ST } from '../icons';
import { FACES, dwarf } from '../people';
import { register, type Colour } from '../registry';
import { visage } from '../signs';

const gatekeeper = (t: Colour) => `<g ${ST}><path d="M14 96C14 66 30 58 50 58C70 58 86 66 86 96Z" fill="url(#um-d${t})"/></g><g transform="translate(16 2) scale(.68)">${visage()}</g><g ${ST}><path d="M82 96V30" stroke-width="10"/><path d="M82 96V30" stroke="#9a6538" stroke-width="5"/></g>` + `<circle cx="50" cy="84" r="13" fill="#15110f" stroke="${C.bone}" stroke-width="2"/>` + glyph(t, 50, 85, 0.78);

/** One that belongs to somebody has their face. */
function owned(seat: number): string {
  const staff = `<g ${ST}><path d="M88 98V22" stroke-width="11"/><path d="M88 98V22" stroke="#9a6538" stroke-width="5.4"/></g>`;
  const coin = `<circle cx="74" cy="80" r="17" fill="url(#um-gold)" ${ST}/><path d="M65 80H83" stroke="#3b2205" stroke-width="6" stroke-linecap="round"/>`;
  return `<g transform="translate(4 0) scale(.72)">${dwarf(FACES[seat % FACES.length]!)}</g>${staff}${coin}`;
}

/* There is no card of it: this stands for it where it is chosen. */
register({ actions: { 'tunnel-toll': () => action('lore', owned(1)) } });
register({ pieces: { toll: ({ colour, seat }) => (seat === undefined ? gatekeeper(colour ?? 'green') : owned(seat)) } });
