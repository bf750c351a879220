/* People, beasts and things that more than one game or extra shows. Every icon lives in a 100 x 100 box. */
import { C, nugget } from './core';
import { ST } from './icons';
import { TINT, glyph } from './glyph';
import type { Colour } from './registry';

const O = C.ink;

export const mask = () => `<g ${ST}><path d="M6 34C22 26 36 28 50 36C64 28 78 26 94 34C94 58 82 70 68 70C58 70 54 62 50 58C46 62 42 70 32 70C18 70 6 58 6 34Z" fill="#2c2433"/><path d="M20 44Q32 36 42 50Q30 58 20 44Z" fill="#fff3c9" stroke-width="2"/><path d="M80 44Q68 36 58 50Q70 58 80 44Z" fill="#fff3c9" stroke-width="2"/></g><path d="M10 36C24 30 36 32 50 40C64 32 76 30 90 36" fill="none" stroke="${C.person}" stroke-width="3"/><circle cx="32" cy="47" r="3.6" fill="${O}"/><circle cx="68" cy="47" r="3.6" fill="${O}"/>`;

export const sack = () => `<g ${ST}><path d="M36 34C14 48 8 92 26 94H74C92 92 86 48 64 34Z" fill="url(#um-wood)"/><path d="M34 18Q50 10 66 18L62 33H38Z" fill="url(#um-wood)"/><path d="M34 34Q50 40 66 34" fill="none" stroke="#e9cfa0" stroke-width="6"/></g>${nugget(50, 66, 1.3)}`;

export const hand = (fill?: string) => `<path d="M30 94C20 84 10 66 8 56C7 50 14 47 18 52L27 62V20C27 12 38 12 38 20V44V12C38 4 50 4 50 12V44V15C50 7 62 7 62 15V46V24C62 17 73 17 73 24V64C73 80 68 88 64 94Z" fill="${fill || 'url(#um-skin)'}" ${ST}/><path d="M38 44V54M50 44V54M62 46V54" stroke="${O}" stroke-opacity=".4" stroke-width="2.4"/>`;

export const lens = (inner: string) => `<g ${ST}><path d="M66 66L92 92" stroke-width="18"/><path d="M66 66L92 92" stroke="#9a6538" stroke-width="10"/><circle cx="42" cy="42" r="34" fill="#d8ecff"/><circle cx="42" cy="42" r="34" fill="none" stroke="#c6ccd8" stroke-width="7"/><circle cx="42" cy="42" r="38" fill="none" stroke-width="2.4"/></g><g transform="translate(18 18) scale(.48)">${inner}</g><path d="M20 34Q24 20 38 16" stroke="#fff" stroke-width="4" fill="none" stroke-linecap="round" opacity=".9"/>`;

export const visage = () => `<g ${ST}><path d="M16 44C14 90 40 100 50 100C60 100 86 90 84 44Z" fill="#b5713a"/><path d="M22 40H78V58Q50 70 22 58Z" fill="url(#um-skin)"/><path d="M10 42C10 14 30 0 50 0C70 0 90 14 90 42Z" fill="url(#um-red)"/></g><ellipse cx="50" cy="60" rx="9" ry="8" fill="#e39a72" stroke="${O}" stroke-width="4"/><circle cx="34" cy="52" r="4.6" fill="${O}"/><circle cx="66" cy="52" r="4.6" fill="${O}"/>`;

export const cycle = (col: string) => `<g fill="none" stroke-linecap="round"><path d="M14 56A37 37 0 0 1 78 24M86 44A37 37 0 0 1 22 76" stroke="${O}" stroke-width="15"/><path d="M14 56A37 37 0 0 1 78 24M86 44A37 37 0 0 1 22 76" stroke="${col}" stroke-width="8"/></g><g fill="${col}" ${ST}><path d="M68 8L92 26L66 38Z"/><path d="M32 92L8 74L34 62Z"/></g>`;

/** Cards held like a fan. */
export const fan = (n = 3, fill = '#efe3c8', cross = '#8a4a20') =>
  Array.from({ length: n }, (_, i) => `<g transform="rotate(${(i - (n - 1) / 2) * 17} 50 110)"><rect x="34" y="26" width="32" height="48" rx="5" fill="${fill}" ${ST}/><path d="M43 38L57 62M57 38L43 62" stroke="${cross}" stroke-width="3.6" stroke-linecap="round" opacity=".95"/></g>`).join('');

export const trap = () => `<g ${ST}><path d="M8 60C8 24 92 24 92 60L84 62L80 50L72 60L64 47L57 58L50 45L43 58L36 47L28 60L20 50L16 62Z" fill="url(#um-steel)"/><path d="M8 68C8 104 92 104 92 68L84 66L80 78L72 68L64 81L57 70L50 83L43 70L36 81L28 68L20 78L16 66Z" fill="url(#um-steel)"/><circle cx="10" cy="64" r="7" fill="url(#um-stone)"/><circle cx="90" cy="64" r="7" fill="url(#um-stone)"/></g><ellipse cx="50" cy="64" rx="11" ry="5" fill="${C.break}" ${ST}/>`;

export const troll = () => `<g ${ST}><path d="M4 34L22 40L20 56Z" fill="url(#um-troll)"/><path d="M96 34L78 40L80 56Z" fill="url(#um-troll)"/><path d="M18 40C18 14 34 6 50 6C66 6 82 14 82 40V66C82 86 66 96 50 96C34 96 18 86 18 66Z" fill="url(#um-troll)"/><path d="M24 34Q36 26 48 38M76 34Q64 26 52 38" fill="none" stroke-width="7"/><circle cx="37" cy="46" r="6" fill="#ffe36b"/><circle cx="63" cy="46" r="6" fill="#ffe36b"/><path d="M40 52Q50 46 60 52Q66 66 50 67Q34 66 40 52Z" fill="#8d9d80"/><path d="M28 76Q50 90 72 76Q68 90 50 90Q32 90 28 76Z" fill="#2a1512"/><path d="M32 80L36 66L42 82ZM68 80L64 66L58 82Z" fill="${C.bone}"/></g><circle cx="38" cy="47" r="2.4" fill="${O}"/><circle cx="62" cy="47" r="2.4" fill="${O}"/><path d="M36 18Q42 12 50 12" stroke="#d3dec5" stroke-width="3.4" fill="none" stroke-linecap="round"/>`;

export const key = (t?: Colour) => `<g ${ST}><circle cx="28" cy="50" r="22" fill="${t ? `url(#um-d${t})` : 'url(#um-gold)'}"/><path d="M46 43H94V57H88V70H78V57H70V66H61V57H46Z" fill="${t ? `url(#um-d${t})` : 'url(#um-gold)'}"/><circle cx="28" cy="50" r="${t ? 14 : 9}" fill="#15110f"/></g>${t ? glyph(t, 28, 51, 0.85, TINT[t]) : ''}`;

export const chest = (open = false) => open ? `<g ${ST}><path d="M12 44C14 14 86 14 88 44L80 50H20Z" fill="#5d3a1f"/><path d="M18 42Q50 22 82 42V52H18Z" fill="#1a0f0a"/></g><path d="M22 52L30 40L38 48L48 36L58 47L68 38L78 52Z" fill="url(#um-gold)" ${ST}/><g ${ST}><rect x="12" y="50" width="76" height="40" rx="4" fill="url(#um-wood)"/><path d="M24 50V90M76 50V90" stroke="${C.goldLo}" stroke-width="6"/><rect x="42" y="48" width="16" height="18" rx="3" fill="url(#um-gold)"/></g>` : `<g ${ST}><path d="M12 50C12 14 88 14 88 50Z" fill="url(#um-wood)"/><rect x="12" y="48" width="76" height="42" rx="4" fill="url(#um-wood)"/><path d="M25 27V88M75 27V88" stroke="${O}" stroke-width="11"/><path d="M25 27V88M75 27V88" stroke="#d19a2e" stroke-width="6"/><path d="M12 50H88" stroke-width="4"/><rect x="40" y="42" width="20" height="22" rx="4" fill="url(#um-gold)"/></g><circle cx="50" cy="51" r="3.6" fill="${O}"/><path d="M50 52V59" stroke="${O}" stroke-width="3"/>`;

export const dragon = () => `<g ${ST}><path d="M22 20L34 40L14 44ZM78 20L66 40L86 44Z" fill="url(#um-bone)"/><path d="M24 40C30 24 70 24 76 40C84 56 72 66 68 78C64 92 58 96 50 96C42 96 36 92 32 78C28 66 16 56 24 40Z" fill="url(#um-dragon)"/><path d="M28 46L46 52L32 60ZM72 46L54 52L68 60Z" fill="#ffe36b"/><path d="M50 26L56 40L50 54L44 40Z" fill="#ffb083"/></g><path d="M38 49V58M62 49V58" stroke="${O}" stroke-width="3.4"/><circle cx="43" cy="82" r="3.4" fill="${O}"/><circle cx="57" cy="82" r="3.4" fill="${O}"/><path d="M40 90L42 98L46 92M60 90L58 98L54 92" fill="#fff" stroke="${O}" stroke-width="2"/>`;

const cardFace = () => `<rect width="100" height="140" rx="12" fill="url(#um-bone)" stroke="${O}" stroke-width="9"/><path d="M50 28L60 58H92L66 76L76 108L50 88L24 108L34 76L8 58H40Z" fill="${C.gold}" stroke="${C.goldLo}" stroke-width="5" stroke-linejoin="round" transform="translate(8 12) scale(.84)"/>`;

/** A card drawn out of the pile. */
export const treasury = () => `<g transform="translate(0 -2)"><rect x="18" y="52" width="64" height="42" rx="6" fill="#5d5265" ${ST}/><rect x="14" y="44" width="64" height="42" rx="6" fill="#8a7d93" ${ST} transform="rotate(-5 46 65)"/><g transform="translate(33 -2) rotate(8) scale(.36)">${cardFace()}</g></g><path d="M84 46V18M72 30L84 16L96 30" fill="none" stroke="${O}" stroke-width="11" stroke-linecap="round" stroke-linejoin="round"/><path d="M84 46V18M72 30L84 16L96 30" fill="none" stroke="${C.gold}" stroke-width="5.5" stroke-linecap="round" stroke-linejoin="round"/>`;
