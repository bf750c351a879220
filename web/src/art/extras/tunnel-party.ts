/* The tunnel party: everybody is somebody else afterwards. */
import { C } from '../core';
import { ST } from '../icons';
import { register } from '../registry';
import { room } from '../room';

const O = C.ink;
const CONFETTI: [number, number, string][] = [[50, 18, C.peek], [74, 12, C.gold], [86, 36, C.person], [66, 34, C.repair], [92, 62, C.break], [40, 6, C.gold]];

const party = () => `<g ${ST}><path d="M10 94L34 28L72 66Z" fill="url(#um-dyellow)"/><path d="M26 52L54 80M20 72L36 84" fill="none" stroke="#d33a20" stroke-width="6"/></g>${CONFETTI.map(([x, y, c], i) => `<rect x="${x - 5}" y="${y - 5}" width="10" height="10" rx="2" fill="${c}" stroke="${O}" stroke-width="2.4" transform="rotate(${i * 27} ${x} ${y})"/>`).join('')}`;

const ROOM = room('party', party);

register({ sites: { party: ROOM, 'tunnel-party': ROOM } });
