/* Dwarfs: a coat, a beard, a face and headgear, a few shapes and a palette. Roles and the faces of the seats are made of them. */
import { C, f, mix, nugget } from './core';
import { cross } from './icons';
import { find, register, type Colour } from './registry';
import { TINT, glyph } from './glyph';

const O = C.ink;

const BEARD = {
  full: 'M24 68C16 96 28 128 50 134C72 128 84 96 76 68C70 82 62 82 58 80H42C38 82 30 82 24 68Z',
  fork: 'M24 68C16 96 24 120 38 136L50 116L62 136C76 120 84 96 76 68C70 82 62 82 58 80H42C38 82 30 82 24 68Z',
  short: 'M24 66C18 92 32 112 50 114C68 112 82 92 76 66C70 82 62 82 58 80H42C38 82 30 82 24 66Z',
  braid: 'M24 68C16 92 28 108 42 112L40 122L45 128L42 138H58L55 128L60 122L58 112C72 108 84 92 76 68C70 82 62 82 58 80H42C38 82 30 82 24 68Z',
  point: 'M24 66C20 90 36 104 50 136C64 104 80 90 76 66C70 82 62 82 58 80H42C38 82 30 82 24 66Z',
};

const GEAR = {
  helmet: (c: string) => `<path d="M20 58C20 30 34 18 50 18C66 18 80 30 80 58Z" fill="${c}" stroke="${O}" stroke-width="2.6"/><path d="M14 53H86V62H14Z" fill="${c}" stroke="${O}" stroke-width="2.6" stroke-linejoin="round"/><path d="M28 48C28 34 38 26 48 25" stroke="#fff" stroke-opacity=".55" stroke-width="3" fill="none" stroke-linecap="round"/><circle cx="50" cy="42" r="22" fill="#ffe6a6" opacity=".22"/><circle cx="50" cy="42" r="9.6" fill="#fff6d6" stroke="${O}" stroke-width="2.4"/><circle cx="50" cy="42" r="5" fill="#fff"/>`,
  hood: (c: string) => `<path d="M16 84C8 44 26 12 54 12C70 12 76 4 84 8C78 16 92 40 84 84C82 66 74 54 50 54C26 54 18 66 16 84Z" fill="${c}" stroke="${O}" stroke-width="2.6" stroke-linejoin="round"/><path d="M26 52C30 32 42 24 54 22" stroke="#fff" stroke-opacity=".35" stroke-width="3" fill="none" stroke-linecap="round"/>`,
  cap: (c: string) => `<path d="M20 58C18 34 34 16 62 8C60 18 82 30 80 58Z" fill="${c}" stroke="${O}" stroke-width="2.6" stroke-linejoin="round"/><path d="M14 52Q50 44 86 52V63Q50 55 14 63Z" fill="${mix('#f3e6cb', '#8d8294', 0.25)}" stroke="${O}" stroke-width="2.6"/><circle cx="63" cy="9" r="6.4" fill="#f3e6cb" stroke="${O}" stroke-width="2.2"/><path d="M28 46C30 34 40 26 50 21" stroke="#fff" stroke-opacity=".4" stroke-width="3" fill="none" stroke-linecap="round"/>`,
  bowler: (c: string) => `<path d="M26 54C24 22 40 16 50 16C60 16 76 22 74 54Z" fill="${c}" stroke="${O}" stroke-width="2.6"/><path d="M27 44H73V54H27Z" fill="${C.gold}" stroke="${O}" stroke-width="2"/><path d="M10 56Q50 44 90 56Q84 66 50 60Q16 66 10 56Z" fill="${c}" stroke="${O}" stroke-width="2.6" stroke-linejoin="round"/><path d="M34 40C34 28 40 24 46 22" stroke="#fff" stroke-opacity=".4" stroke-width="3" fill="none" stroke-linecap="round"/>`,
  top: (c: string) => `<path d="M30 54L27 10H73L70 54Z" fill="${c}" stroke="${O}" stroke-width="2.6"/><path d="M29.4 42H70.6V53H29.4Z" fill="${C.person}" stroke="${O}" stroke-width="2"/><path d="M14 52H86V61H14Z" fill="${c}" stroke="${O}" stroke-width="2.6" stroke-linejoin="round"/><path d="M35 16V36" stroke="#fff" stroke-opacity=".35" stroke-width="3" stroke-linecap="round"/>`,
};

export interface Dwarf {
  coat: string;
  beard: string;
  hat: string;
  gear: keyof typeof GEAR;
  cut: keyof typeof BEARD;
  mask?: boolean;
  goggles?: boolean;
  monocle?: boolean;
  grin?: boolean;
  stern?: boolean;
  scarf?: string;
  look?: number; // how far the eyes turn aside
  prop?: string;
}

const brows = (o: Dwarf) => (o.stern
  ? `<path d="M29 59L45 63M71 59L55 63" stroke="${mix(o.beard, '#000000', 0.25)}" stroke-width="4.6" stroke-linecap="round"/>`
  : `<path d="M30 61Q37 56 44 60M70 61Q63 56 56 60" fill="none" stroke="${mix(o.beard, '#000000', 0.25)}" stroke-width="4.2" stroke-linecap="round"/>`);

const GOGGLES = `<path d="M22 64H78" stroke="#4a2d18" stroke-width="6"/><g stroke="${O}" stroke-width="2.4"><circle cx="37" cy="65" r="10.5" fill="url(#um-gold)"/><circle cx="63" cy="65" r="10.5" fill="url(#um-gold)"/><circle cx="37" cy="65" r="7.2" fill="#f3b8ff"/><circle cx="63" cy="65" r="7.2" fill="#f3b8ff"/></g><path d="M33 63Q35 60 39 60M59 63Q61 60 65 60" stroke="#fff" stroke-width="2" fill="none"/>`;
const MASK = `<path d="M22 58C32 54 42 56 50 60C58 56 68 54 78 58C78 72 70 76 62 76C56 76 53 72 50 69C47 72 44 76 38 76C30 76 22 72 22 58Z" fill="#1d1622" stroke="${O}" stroke-width="2"/><path d="M31 64Q38 59 44 67Q36 71 31 64ZM69 64Q62 59 56 67Q64 71 69 64Z" fill="#ffe36b"/><circle cx="38.5" cy="65.4" r="2.2" fill="#b3230f"/><circle cx="61.5" cy="65.4" r="2.2" fill="#b3230f"/>`;
const MONOCLE = `<circle cx="62" cy="67" r="8" fill="none" stroke="${C.gold}" stroke-width="2.6"/><path d="M68 73L76 92" stroke="${C.gold}" stroke-width="1.4" fill="none"/>`;

function eyes(o: Dwarf): string {
  if (o.mask) return MASK;
  if (o.goggles) return GOGGLES;
  const aside = o.look ?? 0;
  return '<g fill="#fff" stroke-width="1.4" stroke="#120d10"><ellipse cx="38" cy="67" rx="4.2" ry="4.8"/><ellipse cx="62" cy="67" rx="4.2" ry="4.8"/></g>' +
    `<circle cx="${f(38.6 + aside)}" cy="67.6" r="2.5" fill="${O}"/><circle cx="${f(62 + aside)}" cy="67.6" r="2.5" fill="${O}"/>` + brows(o) + (o.monocle ? MONOCLE : '');
}

const mouth = (o: Dwarf) => (o.grin
  ? `<path d="M38 88Q50 102 62 88Z" fill="#3a0f0d" stroke="${O}" stroke-width="2"/><path d="M40 88.6H60L58 92H42Z" fill="#fff8e6"/><rect x="51" y="88" width="5" height="5" fill="${C.gold}"/>`
  : `<path d="M44 92Q50 96 56 92" fill="none" stroke="${O}" stroke-width="2.2" stroke-linecap="round"/>`);

export function dwarf(o: Dwarf): string {
  return `<path d="M6 152C6 122 22 108 50 108C78 108 94 122 94 152Z" fill="${o.coat}" stroke="${O}" stroke-width="2.6"/><path d="M50 110L40 152H60Z" fill="#000" opacity=".18"/>` +
    (o.scarf ? `<path d="M22 112Q50 128 78 112L76 122Q50 138 24 122Z" fill="${o.scarf}" stroke="${O}" stroke-width="2"/>` : '') +
    `<ellipse cx="24" cy="70" rx="7" ry="8" fill="url(#um-skin)" stroke="${O}" stroke-width="2.2"/><ellipse cx="76" cy="70" rx="7" ry="8" fill="url(#um-skin)" stroke="${O}" stroke-width="2.2"/><path d="M26 54H74V80Q50 96 26 80Z" fill="url(#um-skin)" stroke="${O}" stroke-width="2.2"/>` +
    `<path d="${BEARD[o.cut]}" fill="${o.beard}" stroke="${O}" stroke-width="2.6" stroke-linejoin="round"/><path d="M34 92Q38 112 46 124M50 94V126M66 92Q62 112 54 124" fill="none" stroke="#000" stroke-opacity=".22" stroke-width="2" stroke-linecap="round"/>` +
    (o.cut === 'braid' ? `<path d="M41 121H59M42 130H58" stroke="${C.gold}" stroke-width="3.4"/>` : '') +
    mouth(o) +
    `<path d="M50 82C40 76 30 80 22 90C34 92 44 92 50 87C56 92 66 92 78 90C70 80 60 76 50 82Z" fill="${mix(o.beard, '#ffffff', 0.14)}" stroke="${O}" stroke-width="2.2" stroke-linejoin="round"/>` +
    `<ellipse cx="50" cy="77" rx="8.4" ry="7.4" fill="#e8a07a" stroke="${O}" stroke-width="2.2"/><ellipse cx="47.6" cy="74.6" rx="2.4" ry="1.8" fill="#fff" opacity=".6"/>` +
    eyes(o) + GEAR[o.gear](o.hat) + (o.prop ?? '');
}

const BOMB = `<g transform="translate(64 104) scale(.34)"><circle cx="46" cy="60" r="36" fill="#15111a" stroke="${O}" stroke-width="6"/><path d="M34 44Q40 34 52 34" stroke="#6a6174" stroke-width="6" fill="none" stroke-linecap="round"/><path d="M66 30Q80 8 96 18" stroke="#d6a866" stroke-width="7" fill="none"/><path d="M96 2L100 14L112 16L102 24L104 36L94 29L84 34L88 22L80 14L92 13Z" fill="#ffd25c" stroke="#f0702c" stroke-width="3"/></g>`;

export interface Role {
  ground: [string, string];
  colour: string;
  sign: () => string;
  dwarf: Dwarf;
  /** The right shield: what nobody else knows. */
  secret?: () => string;
  secretColour?: string;
}

/** A team's glyph, large enough for a shield. */
export const teamSign = (team: Colour) => () => `<g transform="translate(50 52) scale(4.2)">${glyph(team, 0, 0, 1, TINT[team])}</g>`;

register({ roles: {
  digger: {
    ground: ['#8a5a22', '#22140b'], colour: C.amber, sign: () => `<g transform="translate(50 50) scale(3.4)">${nugget(0, 0, 1)}</g>`,
    dwarf: { coat: '#7a4b26', beard: '#b5713a', hat: 'url(#um-gold)', gear: 'helmet', cut: 'full' },
  },
  saboteur: {
    ground: ['#7a2018', '#1a0a0d'], colour: C.break, sign: () => cross('#ff8a5c'),
    dwarf: { coat: '#2c2233', beard: '#3a2f3c', hat: '#45283f', gear: 'hood', mask: true, cut: 'fork', prop: BOMB },
  },
} });

const emblem = (inner: string, col: string, x = 17) => `<g transform="translate(${x} 19)"><path d="M0 -12L11 -7V3C11 9 6 13 0 15C-6 13 -11 9 -11 3V-7Z" fill="${O}" stroke="${col}" stroke-width="1.8"/><g transform="translate(-7 -6.5) scale(.14)">${inner}</g></g>`;

function ray(i: number): string {
  const at = (a: number) => `${f(50 + Math.cos(a) * 130)} ${f(62 + Math.sin(a) * 130)}`;
  return `M50 62L${at(i * 0.5236)}L${at(i * 0.5236 + 0.22)}Z`;
}

/** Somebody of whom nothing is known but, perhaps, the colour. */
const STRANGER: Role = {
  ground: ['#4a4352', '#15121b'], colour: C.bone2, sign: () => `<path d="M30 36Q30 14 52 14Q74 14 74 34Q74 48 54 56V66" fill="none" stroke="${C.bone2}" stroke-width="13" stroke-linecap="round"/><circle cx="54" cy="86" r="8" fill="${C.bone2}"/>`,
  dwarf: { coat: '#39323f', beard: '#7d7489', hat: '#5c5266', gear: 'cap', cut: 'full' },
};
export const TEAM: Record<Colour, [string, string]> = { green: ['#2b7d50', '#0a2418'], blue: ['#2b62a8', '#0c1830'], yellow: ['#9a7c14', '#241c06'] };
const ofTeam = (team: Colour): Role => ({
  ground: TEAM[team], colour: C[team], sign: teamSign(team), dwarf: { ...STRANGER.dwarf, hat: `url(#um-d${team})` },
});

/** A role by its name; one that goes by clan, as its clan has it. */
export function roleCard(name: string, clan?: Colour | null): string {
  const R = (clan && find('roles', `${name}-${clan}`)) || find('roles', name) || (clan ? ofTeam(clan) : STRANGER);
  const rays = Array.from({ length: 12 }, (_, i) => `<path d="${ray(i)}" fill="${R.colour}" opacity=".35"/>`).join('');
  return `<defs><radialGradient id="um-r" cx=".5" cy=".36" r=".8"><stop offset="0" stop-color="${R.ground[0]}"/><stop offset="1" stop-color="${R.ground[1]}"/></radialGradient></defs><rect width="100" height="150" fill="url(#um-r)"/>` +
    `<g opacity=".22">${rays}</g><g transform="translate(0 6) scale(1)">${dwarf(R.dwarf)}</g>` +
    `<rect x="3" y="3" width="94" height="144" rx="5.6" fill="none" stroke="${R.colour}" stroke-width="2"/>` + emblem(R.sign(), R.colour) +
    (R.secret ? emblem(R.secret(), R.secretColour ?? R.colour, 83) : '');
}

/** One face for each seat, told apart by headgear before colour. */
export const FACES: Dwarf[] = [
  { coat: '#7a4b26', beard: '#c2803f', hat: 'url(#um-gold)', gear: 'helmet', cut: 'full' },
  { coat: '#3d4a5c', beard: '#6d4630', hat: '#7d4a2c', gear: 'cap', cut: 'fork' },
  { coat: '#5b2a3f', beard: '#a4432c', hat: '#8a3d5c', gear: 'cap', cut: 'braid' },
  { coat: '#4a5161', beard: '#aab3c4', hat: 'url(#um-steel)', gear: 'helmet', cut: 'short' },
  { coat: '#2d5a5a', beard: '#2f2630', hat: '#2f7d78', gear: 'cap', cut: 'point' },
  { coat: '#5a5140', beard: '#d8cdb8', hat: '#6b5a3a', gear: 'bowler', cut: 'short' },
  { coat: '#3d4a5c', beard: '#cdbba0', hat: '#34527d', gear: 'cap', cut: 'fork' },
  { coat: '#5b2a3f', beard: '#5a3a22', hat: '#b06a2a', gear: 'cap', cut: 'braid' },
  { coat: '#2d5a5a', beard: '#b0622e', hat: '#9a3a34', gear: 'cap', cut: 'point' },
  { coat: '#5a5140', beard: '#6a5a4a', hat: '#3d6b5a', gear: 'bowler', cut: 'short' },
];
export const avatar = (seat: number): string => dwarf(FACES[seat % FACES.length]!);
