/* The Lost Mines: mines and starts, tools, treasures, clan dwarfs with their secrets. */
import { back } from './classic';
import { C, SERIF, linear, plate } from './core';
import './forest';
import { adit, axe, boat, gem, ingot, rope, storm } from './forest-icons';
import { FRAME, action } from './frame';
import { disc, medal } from './glyph';
import { GREEDY } from './greedy';
import { ST, cross } from './icons';
import { FACES, dwarf, teamSign } from './people';
import { passed, plainPiece } from './plain';
import { register, type Colour, type Middle, type PieceArt, type Role } from './registry';
import { dragon, lens, sack, trap, troll, visage } from './signs';

const TREASURE: Record<string, () => string> = { gems: () => gem(), gold: () => ingot('gold'), silver: () => ingot('silver'), dragon };
const VALUES = [1, 2, 3, 4, 5];

const mouth = () => `<g transform="translate(12 36) scale(.76)">${adit()}</g><text x="50" y="102" text-anchor="middle" font-family="${SERIF}" font-weight="700" font-size="34" fill="#ffd98f">?</text>`;
const mine = (kind: string): Middle => ({
  id: `m${kind}`, ground: 'forest', frame: kind === 'dragon' ? C.break : C.gold,
  draw: () => `<g transform="translate(10 32) scale(.8)">${adit()}</g><g transform="translate(31 70) scale(.38)">${TREASURE[kind]!()}</g>`,
});
const camp = (team: Colour) => () =>
  `<g transform="translate(18 40) scale(.64)"><path d="M6 92L50 12L94 92Z" fill="url(#um-d${team})" ${ST}/><path d="M50 12L36 92H64Z" fill="#0b080c" ${ST}/></g>${medal(team, 50, 104, 12, '#0b080c')}`;

const front = (kind: string) => (n: number) =>
  `<rect width="100" height="150" fill="url(#um-bg-rare)"/>${FRAME.rare()}<g transform="translate(17 22) scale(.66)">${TREASURE[kind]!()}</g>${plate(50, 118, 18, n)}`;
const treasureBack = (kind: string) => () =>
  back('#10221c', C.bone2, `<circle cx="50" cy="75" r="36" fill="#0b1612" stroke="${C.bone2}" stroke-width="1.6"/><g transform="translate(25 50) scale(.5)">${TREASURE[kind]!()}</g>`, '<use href="#um-wood1" width="100" height="150"/>');

/* What one card may show: either of two. */
const either = (a: string, b: string) =>
  action('peek', `<g transform="translate(-1 -26) scale(.74)">${lens(a)}</g><g transform="translate(28 46) scale(.74)">${lens(b)}</g>`);

const heart = () => `<path d="M50 86C10 56 14 20 36 20C46 20 50 30 50 34C50 30 54 20 64 20C86 20 90 56 50 86Z" fill="url(#um-red)" ${ST}/>`;
const CLAN = { blue: { ground: ['#2b62a8', '#0c1830'], coat: '#2a4f86', scarf: '#3b86d6' }, yellow: { ground: ['#9a7c14', '#241c06'], coat: '#7d6212', scarf: '#e3bd2c' } } as const;

/** On the left shield what everybody sees, on the right one what nobody knows. */
function secrets(clan: 'blue' | 'yellow'): Record<string, Role> {
  const own = CLAN[clan], other = clan === 'blue' ? 'yellow' : 'blue', hat = `url(#um-d${clan})`;
  const common = { ground: [...own.ground] as [string, string], colour: C[clan], sign: teamSign(clan) };
  return {
    [`honest-${clan}`]: { ...common, secret: heart, dwarf: { coat: own.coat, beard: '#c98a4a', hat, gear: 'cap', cut: 'full', scarf: own.scarf } },
    [`greedy-${clan}`]: { ...common, secret: sack, dwarf: { coat: own.coat, beard: '#6d3f24', hat, gear: 'helmet', cut: 'short', grin: true, prop: `<g transform="translate(60 104) scale(.38)">${sack()}</g>` } },
    [`saboteur-${clan}`]: { ...common, secret: teamSign(other), secretColour: C.break, dwarf: { coat: '#2c2233', beard: '#3a2f3c', hat, gear: 'hood', cut: 'fork', mask: true, scarf: CLAN[other].scarf } },
  };
}
const honest: Role = {
  ground: ['#5a4714', '#17110a'], colour: C.amber, sign: heart, dwarf: { coat: '#7a4b26', beard: '#c98a4a', hat: '#8a5a33', gear: 'cap', cut: 'full' },
};

const DARK: Record<Colour, string> = { green: '#1f7a49', blue: '#2361a8', yellow: '#8a6a0c' };

/** A dwarf on the board: its player's face under the clan's hat, and the clan's glyph. */
function pawn({ colour = 'blue', seat = 0 }: PieceArt): string {
  const face = dwarf({ ...FACES[seat % FACES.length]!, hat: `url(#um-d${colour})`, coat: DARK[colour] });
  return `<ellipse cx="50" cy="88" rx="34" ry="12" fill="#000" opacity=".45"/><ellipse cx="50" cy="84" rx="32" ry="12" fill="${DARK[colour]}" stroke="${C.bone}" stroke-width="2.4"/>` +
    `<g transform="translate(19 -12) scale(.62)">${face}</g>${medal(colour, 50, 84, 13)}`;
}
const token = (picture: string, fill: string) => () => disc(50, 50, 44, `<g transform="translate(-30 -30) scale(.6)">${picture}</g>`, fill);
const TOOLS: Record<string, () => string> = { axe: token(axe(), '#2b6b50'), boat: token(boat(), '#23607d'), rope: token(rope(), '#7d5a23') };
const CLEARS: Record<string, string> = { trunk: 'axe', lake: 'boat', pit: 'rope' };
const clanSign = (team: Colour) => () => medal(team, 50, 50, 44, CLAN_GROUND[team]);
const CLAN_GROUND: Record<Colour, string> = { green: '#123d26', blue: '#123a66', yellow: '#5a4708' };
const kinds = ['gems', 'gold', 'silver'];
register({
  defs: {
    'um-silver': () => linear('um-silver', [[0, '#ffffff'], [0.45, '#cfd6e2'], [1, '#79839a']]),
    'um-crystal': () => linear('um-crystal', [[0, '#ffe1ff'], [0.45, C.crystal], [1, '#8a3fb8']]),
    'um-troll': () => linear('um-troll', [[0, '#a9b79a'], [0.6, '#74876c'], [1, '#46543f']]),
    'um-dragon': () => linear('um-dragon', [[0, '#ff9e6b'], [0.5, '#d0472c'], [1, '#6d1717']]),
  },
  actions: {
    axe: () => action('repair', axe()), boat: () => action('repair', boat()), rope: () => action('repair', rope()),
    trap: () => action('break', trap(), cross()), troll: () => action('break', troll(), cross()), thunderstorm: () => action('board', storm()),
    'look-mine-treasure': () => either(adit(), gem()),
    'look-mine-dwarf': () => either(adit(), visage()),
    'look-treasure-dwarf': () => either(gem(), visage()),
  },
  goals: { ...Object.fromEntries([...kinds, 'dragon'].map((kind) => [`mine-${kind}`, mine(kind)])), mine: { id: 'mb', ground: 'forest', frame: C.amber, draw: mouth } },
  sites: { 'start-blue': { id: 'stblue', ground: 'forest', frame: C.blue, draw: camp('blue') }, 'start-yellow': { id: 'styellow', ground: 'forest', frame: C.yellow, draw: camp('yellow') } },
  values: Object.fromEntries(kinds.flatMap((kind) => [kind, ...VALUES.map((n) => `${kind}-of-${n}`)].map((name) => [name, front(kind)]))),
  roles: { ...secrets('blue'), ...secrets('yellow'), honest, greedy: GREEDY },
  backs: {
    ...Object.fromEntries(Object.keys(TREASURE).map((kind) => [`treasure-${kind}`, treasureBack(kind)])),
    forest: () => back('#0f2a22', '#7fc79a', `<circle cx="50" cy="75" r="31" fill="#7fc79a" opacity=".12"/><g transform="translate(24 46) scale(.52)">${adit()}</g>`, '<use href="#um-wood2" width="100" height="150"/>'),
  },
  pieces: {
    dwarf: pawn,
    trap: token(trap(), '#7a2419'),
    troll: token(troll(), '#4a3a23'),
    cleared: ({ art }) => (TOOLS[CLEARS[art ?? ''] ?? art ?? ''] ?? passed)(),
    dragon: token(dragon(), '#3a0d0d'),
    clan: plainPiece,
  },
  icons: {
    'clan-blue': clanSign('blue'), 'clan-yellow': clanSign('yellow'), 'mine-gems': () => gem(), 'mine-gold': () => ingot('gold'), 'mine-silver': () => ingot('silver'), 'mine-dragon': dragon,
    dragon, gems: () => gem(), silver: () => ingot('silver'), ingots: () => ingot('gold'), trap, troll, axe, boat, rope, mine: adit,
  },
});
