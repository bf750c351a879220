/* Veto: a hand on a stop sign. */
import { action } from '../frame';
import { ST } from '../icons';
import { register } from '../registry';
import { hand } from '../signs';

const veto = () => `<g ${ST}><path d="M30 6H70L94 30V70L70 94H30L6 70V30Z" fill="url(#um-red)"/><path d="M33 13H67L87 33V67L67 87H33L13 67V33Z" fill="none" stroke="#fff3e0" stroke-width="3.4"/></g><g transform="translate(25 20) scale(.56)">${hand('#fff3e0')}</g>`;

register({ actions: { veto: () => action('rare', veto()) } });
