/* Card frames: each family has its own border shape as well as its colour. */
import { C, f } from './core';

export type Family = 'break' | 'repair' | 'peek' | 'board' | 'person' | 'rare' | 'lore';

function jagged(): string {
  let d = 'M5 5';
  const side = (x1: number, y1: number, x2: number, y2: number, n: number) => {
    for (let i = 1; i <= n; i++) {
      const t = i / n, m = (i - 0.5) / n, k = 3.4;
      const x = x1 + (x2 - x1) * m + (y2 !== y1 ? (x1 < 50 ? k : -k) : 0), y = y1 + (y2 - y1) * m + (x2 !== x1 ? (y1 < 75 ? k : -k) : 0);
      d += `L${f(x)} ${f(y)}L${f(x1 + (x2 - x1) * t)} ${f(y1 + (y2 - y1) * t)}`;
    }
  };
  side(5, 5, 95, 5, 7);
  side(95, 5, 95, 145, 11);
  side(95, 145, 5, 145, 7);
  side(5, 145, 5, 5, 11);
  return `<path d="${d}Z" fill="none" stroke="${C.break}" stroke-width="1.8" stroke-linejoin="miter"/>`;
}

export const FRAME: Record<Family, () => string> = {
  break: jagged,
  repair: () => `<rect x="5" y="5" width="90" height="140" rx="11" fill="none" stroke="${C.repair}" stroke-width="1.9"/>${[[11, 11], [89, 11], [11, 139], [89, 139]].map((p) => `<circle cx="${p[0]}" cy="${p[1]}" r="2.6" fill="${C.repair}"/>`).join('')}`,
  peek: () => `<rect x="5" y="5" width="90" height="140" rx="4" fill="none" stroke="${C.peek}" stroke-width="2" stroke-dasharray="7 4.2"/>`,
  board: () => `<path d="M12 5H88L95 12V138L88 145H12L5 138V12Z" fill="none" stroke="${C.board}" stroke-width="2"/>`,
  person: () => `<rect x="4.6" y="4.6" width="90.8" height="140.8" rx="6" fill="none" stroke="${C.person}" stroke-width="1.5"/><rect x="7.8" y="7.8" width="84.4" height="134.4" rx="4" fill="none" stroke="${C.person}" stroke-width=".9"/>`,
  lore: () => `<rect x="5" y="5" width="90" height="140" rx="7" fill="none" stroke="${C.bone2}" stroke-opacity=".6" stroke-width="1.4"/>`,
  rare: () => `<path d="M14 5H86Q86 14 95 14V136Q86 136 86 145H14Q14 136 5 136V14Q14 14 14 5Z" fill="none" stroke="${C.gold}" stroke-width="1.9"/>${[[7, 7], [93, 7], [7, 143], [93, 143]].map(([x, y]) => `<path d="M${x} ${y! - 3.4}L${x! + 3.4} ${y}L${x} ${y! + 3.4}L${x! - 3.4} ${y}Z" fill="${C.gold}"/>`).join('')}`,
};

const GLOW: Record<Family, string> = { break: '#ff7a50', repair: '#4fe0bf', peek: '#7fc6ff', board: '#ffc46b', person: '#dfa3ff', rare: '#ffe08a', lore: '#ffffff' };

const sign = (family: Family, inner: string) =>
  `<g transform="translate(81.5 18.5)"><circle r="10" fill="${C.ink}" stroke="${family === 'rare' ? C.gold : family === 'lore' ? C.bone2 : C[family]}" stroke-width="1.8"/><g transform="translate(-6 -6) scale(.12)">${inner}</g></g>`;

/** An action card: ground, frame, the picture in the middle, and the family's sign in the corner. */
export function action(family: Family, art: string, corner = '', size = 0.78): string {
  const k = size * 1.06, x = 50 - 50 * k, y = 75 - 50 * k, glow = GLOW[family];
  return `<rect width="100" height="150" fill="url(#um-bg-${family})"/><g opacity=".16"><use href="#um-rock2" width="100" height="150"/></g>` +
    `<circle cx="50" cy="75" r="44" fill="${glow}" opacity=".1"/><circle cx="50" cy="75" r="32" fill="${glow}" opacity=".1"/>` +
    `${FRAME[family]()}<g transform="translate(${f(x)} ${f(y)}) scale(${f(k * 100) / 100})">${art}</g>` + (corner ? sign(family, corner) : '');
}
