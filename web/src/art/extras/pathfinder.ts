/* Pathfinder: two tunnels in one turn. */
import { action } from '../frame';
import { mini } from '../glyph';
import { ST } from '../icons';
import { register } from '../registry';
import { tunnel } from '../tunnel';

const pathfinder = () => mini(tunnel({ shape: 'NE' }), 4, 18, .42, -7) + mini(tunnel({ shape: 'EW' }), 52, 20, .42, 6) + `<circle cx="50" cy="84" r="17" fill="url(#um-gold)" ${ST}/><text x="50" y="92" text-anchor="middle" font-size="23" font-weight="900" font-family="system-ui,sans-serif" fill="#3b2205">×2</text>`;

register({ actions: { pathfinder: () => action('rare', pathfinder()) } });
