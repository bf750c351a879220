/* Tools, map, rockfall and signs. Every icon lives in a 100 x 100 box, has one dark outline, light from the upper left. */
import { C, boulder, nugget, rng } from './core';

const O = C.ink;
export const ST = `stroke="${O}" stroke-width="3.4" stroke-linejoin="round" stroke-linecap="round"`;

export const lantern = (ok = true): string =>
  `<g ${ST}><path d="M34 26Q50 -4 66 26" fill="none" stroke-width="10"/><path d="M34 26Q50 -4 66 26" fill="none" stroke="${ok ? '#d9a55c' : '#8a7f8b'}" stroke-width="4"/><path d="M30 34L38 22H62L70 34Z" fill="url(#um-${ok ? 'gold' : 'rust'})"/><rect x="33" y="34" width="34" height="40" rx="5" fill="url(#um-glass${ok ? '' : 'Off'})"/><path d="M26 74H74L70 90H30Z" fill="url(#um-${ok ? 'gold' : 'rust'})"/></g>${ok ? '<path d="M50 40C57 50 60 56 57 63C55 69 45 69 43 63C41 57 47 52 50 40Z" fill="#fff" opacity=".95"/><path d="M50 52C53 58 54 61 52 64C50 66 47 64 47 61C47 58 49 56 50 52Z" fill="#ff9d3c"/>' : '<path d="M40 42L48 52L43 58L54 70" fill="none" stroke="#b9b3c0" stroke-width="2.4"/>'}<path d="M42 34V74M58 34V74" stroke="${O}" stroke-opacity=".55" stroke-width="2"/>`;

export const cart = (ok = true): string =>
  `<g ${ST}>${ok ? '<path d="M22 36L30 22L42 27L52 14L66 25L74 22L80 36Z" fill="url(#um-gold)"/>' : '<path d="M24 38L34 30L44 34L54 27L66 33L76 38Z" fill="url(#um-stone)"/>'}<path d="M10 34H90L78 72H22Z" fill="url(#um-${ok ? 'steel' : 'rust'})"/><path d="M7 30H93V41H7Z" fill="url(#um-${ok ? 'steel' : 'rust'})"/><circle cx="34" cy="79" r="12" fill="url(#um-wood)"/><circle cx="66" cy="79" r="12" fill="url(#um-wood)"/><circle cx="34" cy="79" r="3.6" fill="${C.bone2}" stroke-width="2"/><circle cx="66" cy="79" r="3.6" fill="${C.bone2}" stroke-width="2"/></g><path d="M36 43L39 69M50 43V69M64 43L61 69" stroke="${O}" stroke-opacity=".45" stroke-width="3"/>`;

export const pick = (ok = true): string =>
  `<g ${ST}><path d="M20 90L12 82L58 30L68 40Z" fill="url(#um-woodV)"/><path d="M20 22C44 4 78 14 92 62C82 44 66 36 54 40L50 30C40 26 30 24 20 22Z" fill="url(#um-${ok ? 'steel' : 'rust'})"/><path d="M52 24L70 40L61 49L44 33Z" fill="url(#um-${ok ? 'gold' : 'stone'})"/></g>`;

/** The same tool, split and pulled apart along a crack. */
export const broken = (tool: string): string =>
  `<g transform="translate(-5 3) rotate(-7 50 60)"><g clip-path="url(#um-halfL)">${tool}</g></g><g transform="translate(6 -1) rotate(8 50 60)"><g clip-path="url(#um-halfR)">${tool}</g></g><path d="M60 -3L43 27L60 45L38 63L53 82L45 104" fill="none" stroke="${O}" stroke-width="9" stroke-linejoin="miter"/><path d="M60 -3L43 27L60 45L38 63L53 82L45 104" fill="none" stroke="#ff8a5c" stroke-width="3.8"/>`;

export const eye = (shut = false): string =>
  `<g ${ST}><path d="M6 50Q50 8 94 50Q50 92 6 50Z" fill="url(#um-bone)"/><circle cx="50" cy="50" r="19" fill="url(#um-dblue)"/><circle cx="50" cy="50" r="8.5" fill="${O}" stroke="none"/></g><circle cx="57" cy="43" r="5" fill="#fff"/>${shut ? `<path d="M14 88L86 12" stroke="${O}" stroke-width="15" stroke-linecap="round"/><path d="M14 88L86 12" stroke="${C.break}" stroke-width="8" stroke-linecap="round"/>` : ''}`;

export const map = (): string =>
  `<g ${ST}><path d="M8 26L34 16L66 26L92 16V78L66 88L34 78L8 88Z" fill="url(#um-bone)"/><path d="M34 16V78M66 26V88" fill="none" stroke-width="2" stroke-opacity=".4"/></g><path d="M16 74C26 60 30 66 40 54S58 58 66 46" fill="none" stroke="#8a4a20" stroke-width="4" stroke-dasharray="6 5"/><g ${ST}><path d="M64 28L86 50M86 28L64 50" stroke="${O}" stroke-width="11"/><path d="M64 28L86 50M86 28L64 50" stroke="#d33a20" stroke-width="6"/></g><g transform="translate(2 40) scale(.44)">${eye()}</g>`;

export function rockfall(): string {
  const r = rng(7);
  return `<path d="M4 10H96L88 26L74 20L64 30L50 20L38 31L24 21L12 27Z" fill="url(#um-stone)" ${ST}/><path d="M26 34L20 46M50 34V44M76 34L80 46" stroke="${C.amberHi}" stroke-width="3" stroke-linecap="round"/>` + [[28, 58, 13], [60, 50, 11], [78, 66, 12], [48, 74, 16], [22, 82, 12], [76, 86, 13], [50, 92, 9]].map((b) => boulder(b[0]!, b[1]!, b[2]!, r, '#d8ccd2')).join('');
}

export const tick = (colour: string = C.repair): string =>
  `<path d="M16 52L40 76L86 22" fill="none" stroke="${O}" stroke-width="26" stroke-linecap="round" stroke-linejoin="round"/><path d="M16 52L40 76L86 22" fill="none" stroke="${colour}" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"/>`;

export const cross = (colour: string = C.break): string =>
  `<path d="M22 22L78 78M78 22L22 78" fill="none" stroke="${O}" stroke-width="28" stroke-linecap="round"/><path d="M22 22L78 78M78 22L22 78" fill="none" stroke="${colour}" stroke-width="15" stroke-linecap="round"/>`;

export function stone(): string {
  const r = rng(5);
  return [[32, 64, 24], [70, 66, 24], [52, 36, 24]].map((b) => boulder(b[0]!, b[1]!, b[2]!, r, '#c4bac4')).join('');
}
export const gold = (): string => nugget(50, 52, 3.6);
