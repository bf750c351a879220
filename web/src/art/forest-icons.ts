/* Tools, weather, treasure and the mouth of a mine. */
import { C, type Point } from './core';
import { ST } from './icons';

const O = C.ink;
const BARS: Point[] = [[50, 34], [26, 70], [74, 70]];

export const axe = () => `<g ${ST}><path d="M22 94L12 86L58 22L70 30Z" fill="url(#um-woodV)"/><path d="M48 26C52 8 66 4 80 6C78 18 84 34 94 44C84 56 66 58 54 46Z" fill="url(#um-steel)"/></g><path d="M80 8C79 20 84 33 92 43" stroke="#fff" stroke-width="3" fill="none"/>`;

export const boat = () => `<g ${ST}><path d="M50 8V58" stroke-width="5"/><path d="M54 10C78 22 82 44 80 54H54Z" fill="url(#um-bone)"/><path d="M46 18C30 28 26 44 26 54H46Z" fill="#e7d4ac"/><path d="M6 58H94C90 80 80 88 66 88H34C20 88 10 80 6 58Z" fill="url(#um-wood)"/></g><path d="M12 68H88" stroke="${O}" stroke-opacity=".5" stroke-width="2.6"/><path d="M4 94q8 -6 16 0t16 0t16 0t16 0t16 0t14 -1" fill="none" stroke="#8fd6f5" stroke-width="4.4" stroke-linecap="round"/>`;

export const rope = () => { const E = (y: number, c: string, w: number) => `<ellipse cx="48" cy="${y}" rx="36" ry="17" fill="none" stroke="${c}" stroke-width="${w}"/>`, T = 'M82 66C98 76 96 92 78 92C70 92 66 88 60 90';
  return `<path d="${T}" fill="none" stroke="${O}" stroke-width="17" stroke-linecap="round"/>` + [66, 52, 38].map((y, i) => E(y, O, 18) + E(y, ['#b98a4c', '#d0a15f', '#e8c389'][i]!, 10)).join('') + `<path d="${T}" fill="none" stroke="#d0a15f" stroke-width="9" stroke-linecap="round"/><path d="M18 72L26 78M34 79L41 83M54 83L62 81M70 78L77 72M16 58L24 64M33 66L40 69M55 69L63 67M71 64L78 58M18 44L26 50M34 52L41 55M55 55L63 53M71 50L78 44M30 24L36 21M52 21L60 22" stroke="#7d5527" stroke-width="3" stroke-linecap="round"/><rect x="40" y="46" width="17" height="42" rx="6" fill="#8a4a20" stroke="${O}" stroke-width="3.4"/><path d="M40 56H57M40 66H57M40 76H57" stroke="${O}" stroke-opacity=".5" stroke-width="2.4"/>`; };

export const storm = () => `<g ${ST}><path d="M22 56C4 56 4 32 22 32C24 12 54 8 60 24C78 16 92 32 84 44C96 50 90 60 80 58Z" fill="url(#um-silver)"/><path d="M56 46L34 76H48L40 98L70 64H55L64 46Z" fill="url(#um-gold)"/></g><path d="M20 66L15 78M82 68L77 80M28 82L23 94" stroke="#8fd6f5" stroke-width="5" stroke-linecap="round"/>`;

export const gem = (col = 'crystal') => `<g ${ST}><path d="M22 20H78L96 44L50 94L4 44Z" fill="url(#um-${col})"/></g><path d="M22 20L34 44H4ZM78 20L66 44H96Z" fill="#fff" opacity=".3"/><path d="M34 44H66L50 20Z" fill="#fff" opacity=".5"/><path d="M34 44L50 94L66 44" fill="none" stroke="${O}" stroke-opacity=".4" stroke-width="2.4"/>`;

export const ingot = (col: string) => `<g ${ST}>${BARS.map(([x, y]) => `<path d="M${x - 22} ${y + 14}L${x - 15} ${y - 12}H${x + 15}L${x + 22} ${y + 14}Z" fill="url(#um-${col})"/>`).join('')}</g>${BARS.map(([x, y]) => `<path d="M${x - 11} ${y - 7}H${x + 9}" stroke="#fff" stroke-width="3.4" stroke-linecap="round" opacity=".9"/>`).join('')}`;

export const adit = () => `<g ${ST}><path d="M4 94L18 40L36 18L62 12L82 34L96 94Z" fill="url(#um-stone)"/><path d="M26 94V54C26 30 74 30 74 54V94Z" fill="#0b080b"/><path d="M20 94V50H32V94ZM68 94V50H80V94Z" fill="url(#um-woodV)"/><path d="M14 40H86V54H14Z" fill="url(#um-wood)"/></g>`;
