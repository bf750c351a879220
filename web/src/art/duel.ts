/* The Duel: keys, and tokens of two dwarfs. Doors, trolls and ladders are drawn with the tunnels. */
import { C, coinPip } from './core';
import './features';
import { action } from './frame';
import { disc } from './glyph';
import { TEAM, teamSign } from './people';
import { plainPiece } from './plain';
import { register, type Colour, type PieceArt, type Role } from './registry';
import { key, troll } from './signs';

/** A troll that has let somebody pass, and will be paid. */
const bribe = ({ colour = 'green' }: PieceArt) =>
  plainPiece({ colour }) + `<g transform="translate(0 52) scale(.46)">${troll()}</g>${coinPip(82, 80, 1, 15)}`;
const unlocked = () => disc(50, 50, 44, `<g transform="translate(-33 -33) scale(.66)">${key()}</g>`, '#2b2433');

const digger = (team: Colour): Role => ({
  ground: TEAM[team], colour: C[team], sign: teamSign(team),
  dwarf: team === 'blue'
    ? { coat: '#2a4f86', beard: '#d8c6a2', hat: 'url(#um-dblue)', gear: 'helmet', cut: 'full', scarf: '#3b86d6' }
    : { coat: '#2d5f3f', beard: '#a4512c', hat: 'url(#um-dgreen)', gear: 'cap', cut: 'fork', scarf: '#2f9b5e' },
});

register({
  actions: { key: () => action('repair', key()) },
  roles: { 'dwarf-green': digger('green'), 'dwarf-blue': digger('blue') },
  pieces: { claim: plainPiece, bribe, key: unlocked },
  icons: { key: () => key(), troll },
});
