/* Saboteur 2: cards on people, two teams, Boss, Profiteer and Geologists, gold tokens. */
import { C, SERIF, linear } from '../core';
import { shard } from '../features';
import { FRAME, action } from '../frame';
import { ST, cross } from '../icons';
import { teamSign } from '../people';
import { register } from '../registry';
import { cycle, fan, hand, lens, mask, sack, trap, visage } from '../signs';

const O = C.ink;

const thief = () => `<g transform="translate(18 34) scale(.66)">${sack()}</g><g transform="translate(10 -4) scale(.8)">${mask()}</g>`;

const handsOff = () => `<g transform="translate(-2 -6) scale(.84)">${hand()}</g><g transform="translate(32 48) scale(.7)">${mask()}</g><path d="M38 100L98 52" stroke="${O}" stroke-width="14" stroke-linecap="round"/><path d="M38 100L98 52" stroke="#5ff0cf" stroke-width="7" stroke-linecap="round"/>`;

const freed = () => `<g ${ST} fill="none"><g stroke-width="15"><circle cx="26" cy="60" r="16"/><circle cx="74" cy="60" r="16"/></g><g stroke="url(#um-steel)" stroke-width="8"><circle cx="26" cy="60" r="16" stroke="#c6ccd8"/><path d="M60 52A16 16 0 1 0 88 52" stroke="#c6ccd8"/></g><path d="M44 44L40 32M52 42V28M60 44L66 32" stroke="${C.amberHi}" stroke-width="5"/></g><g transform="translate(24 62) scale(.5)"><path d="M20 42L42 64L84 14" fill="none" stroke="${O}" stroke-width="26" stroke-linecap="round" stroke-linejoin="round"/><path d="M20 42L42 64L84 14" fill="none" stroke="${C.repair}" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"/></g>`;

const inspect = () => lens(visage());

const roleSwap = () => cycle(C.person) + `<g transform="translate(25 25) scale(.5)">${visage()}</g>`;

const handSwap = () => cycle(C.person) + `<g transform="translate(21 16) scale(.58)">${fan(3)}</g>`;

/** A gold token: six corners, so that it is no card. */
const token = (n: number) => `<path d="M0 -46L40 -23V23L0 46L-40 23V-23Z" fill="#000" opacity=".4" transform="translate(0 4)"/><path d="M0 -46L40 -23V23L0 46L-40 23V-23Z" fill="url(#um-gold)" stroke="#4a2a06" stroke-width="3.4" stroke-linejoin="round"/><path d="M0 -37L32 -18.5V18.5L0 37L-32 18.5V-18.5Z" fill="none" stroke="#8a5410" stroke-width="2"/>` +
  (n ? `<text y="15" text-anchor="middle" font-size="42" font-weight="900" font-family="${SERIF}" fill="#4a2a06">${n}</text>` : '');
const tokenCard = (n: number) => `<rect width="100" height="150" fill="url(#um-bg-rare)"/><g opacity=".22"><use href="#um-rock3" width="100" height="150"/></g>${FRAME.rare()}<g transform="translate(50 75) scale(${n > 4 ? 0.94 : n > 1 ? 0.86 : 0.78})">${token(n)}</g>`;

const crown = () => `<path d="M14 78V34L34 52L50 20L66 52L86 34V78Z" fill="url(#um-gold)" ${ST}/>`;
const coin = () => `<circle cx="50" cy="50" r="38" fill="url(#um-gold)" ${ST}/><path d="M50 24V76M62 36Q50 28 42 36T54 52T40 66" fill="none" stroke="#5b3606" stroke-width="9"/>`;
const gem = () => `<g ${ST}><path d="M22 20H78L96 44L50 94L4 44Z" fill="url(#um-crystal)"/></g><path d="M34 44H66L50 20Z" fill="#fff" opacity=".5"/>`;

register({
  defs: { 'um-crystal': () => linear('um-crystal', [[0, '#ffe1ff'], [0.45, C.crystal], [1, '#8a3fb8']]) },
  actions: {
    thief: () => action('person', thief()),
    'hands-off': () => action('repair', handsOff()),
    trap: () => action('break', trap(), cross()),
    free: () => action('repair', freed()),
    inspection: () => action('peek', inspect()),
    'swap-roles': () => action('person', roleSwap()),
    'swap-hands': () => action('person', handSwap()),
  },
  roles: {
    'blue-digger': { ground: ['#2b62a8', '#0c1830'], colour: C.blue, sign: teamSign('blue'), dwarf: { coat: '#2a4f86', beard: '#d8c6a2', hat: 'url(#um-dblue)', gear: 'helmet', cut: 'full', scarf: '#3b86d6' } },
    'green-digger': { ground: ['#2b7d50', '#0a2418'], colour: C.green, sign: teamSign('green'), dwarf: { coat: '#2d5f3f', beard: '#a4512c', hat: 'url(#um-dgreen)', gear: 'cap', cut: 'fork', scarf: '#2f9b5e' } },
    boss: { ground: ['#6b5636', '#1a140e'], colour: C.bone2, sign: crown, dwarf: { coat: '#39323f', beard: '#cfc6bd', hat: '#3b3340', gear: 'bowler', cut: 'short', monocle: true, stern: true } },
    profiteer: { ground: ['#6a2f7d', '#1b0c24'], colour: C.person, sign: coin, dwarf: { coat: '#4b2a5b', beard: '#2b2028', hat: '#2d2236', gear: 'top', cut: 'point', look: 1.4 } },
    geologist: { ground: ['#7a3f8a', '#1d0d26'], colour: C.crystal, sign: gem, dwarf: { coat: '#54485c', beard: '#e6dccd', hat: '#8a5a33', gear: 'cap', cut: 'braid', goggles: true, prop: `<g transform="translate(14 128) scale(.9)">${shard(0, 14, 9, 24, -20)}${shard(10, 16, 9, 30, 12)}</g>` } },
  },
  values: { 'token-1': tokenCard, 'token-2': tokenCard, 'token-5': tokenCard },
  icons: { token: () => `<g transform="translate(50 50)">${token(0)}</g>`, 'token-1': () => `<g transform="translate(50 50)">${token(1)}</g>`, 'token-2': () => `<g transform="translate(50 50)">${token(2)}</g>`, 'token-5': () => `<g transform="translate(50 50)">${token(5)}</g>` },
});
