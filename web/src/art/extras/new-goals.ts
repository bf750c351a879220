/* New goals: a spider, a dragon, sacks of gold. */
import { STONE } from '../classic';
import { C, coinPip, linear, num } from '../core';
import { ST } from '../icons';
import { register, type Middle } from '../registry';
import { dragon, sack } from '../signs';

const O = C.ink;

const spider = () => `<g fill="none" stroke="${O}" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"><path d="M38 46L16 34L8 12M36 54L10 52L0 34M36 64L12 70L4 90M40 72L22 84L20 100M62 46L84 34L92 12M64 54L90 52L100 34M64 64L88 70L96 90M60 72L78 84L80 100"/></g><g fill="none" stroke="#6e5b80" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"><path d="M38 46L16 34L8 12M36 54L10 52L0 34M36 64L12 70L4 90M40 72L22 84L20 100M62 46L84 34L92 12M64 54L90 52L100 34M64 64L88 70L96 90M60 72L78 84L80 100"/></g><g ${ST}><ellipse cx="50" cy="68" rx="23" ry="25" fill="#4a3b5c"/><circle cx="50" cy="36" r="16" fill="#5d4a73"/></g><path d="M50 56L57 66L50 84L43 66Z" fill="${C.break}"/><g fill="#ffe36b" stroke="${O}" stroke-width="1.6"><circle cx="43" cy="33" r="4.2"/><circle cx="57" cy="33" r="4.2"/><circle cx="46" cy="42" r="2.6"/><circle cx="54" cy="42" r="2.6"/></g><path d="M45 49L43 56M55 49L57 56" stroke="${C.bone}" stroke-width="3.4" stroke-linecap="round"/>`;

const webbed = () =>
  `<circle cx="50" cy="75" r="36" fill="#1b0f24" opacity=".75"/><g stroke="#cbbdd6" stroke-opacity=".55" fill="none" stroke-width="1">${[12, 22, 32].map((r) => `<circle cx="50" cy="75" r="${r}"/>`).join('')}<path d="M18 75H82M50 43V107M27 52L73 98M73 52L27 98"/></g><g transform="translate(20 46) scale(.6)">${spider()}</g>`;
const asleep = () => `<circle cx="50" cy="75" r="36" fill="#3a0d0d" opacity=".7"/><g transform="translate(18 40) scale(.64)">${dragon()}</g>${coinPip(80, 108, 1)}`;
const one = () => `<g transform="translate(22 44) scale(.56)">${sack()}</g>${num('+1', 78, 112, C.goldHi, 20)}`;
const two = () => `<g transform="translate(8 48) scale(.48)">${sack()}</g><g transform="translate(42 40) scale(.52)">${sack()}</g>${num('+2', 78, 114, C.goldHi, 20)}`;
const goal = (id: string, draw: () => string, frame: string = C.board): Middle => ({ id, draw, frame });

register({
  defs: { 'um-dragon': () => linear('um-dragon', [[0, '#ff9e6b'], [0.5, '#d0472c'], [1, '#6d1717']]) },
  goals: { spider: goal('spider', webbed, C.person), dragon: goal('dragon', asleep, C.break), 'sack-1': goal('sack1', one, C.gold), 'sack-2': goal('sack2', two, C.gold), 'stone-NEW': STONE },
});
