import './forest.css';
import { t } from '../../i18n/index.svelte';
import { roleOf, type View } from '../../table/views';
import type { GameParts } from '../parts';
import Badge from './Badge.svelte';
import { clanName, minesOf, notes, playerOf } from './clans';
import FinalSum from './FinalSum.svelte';
import Heaps from './Heaps.svelte';
import PlayerBits from './PlayerBits.svelte';
import { roundTitle } from './result';
import RoundSum from './RoundSum.svelte';

const points = (view: View | null, seat: number) => playerOf(view, seat)?.points ?? 0;

export const MINES: GameParts = {
  PlayerBits, RoundSum, FinalSum, Heaps, Badge, notes,
  frame: { x0: 0, y0: -3, x1: 10, y1: 3 },
  about: (table, seat) => {
    const player = playerOf(table.view, seat);
    return { text: !player ? '' : player.dragon ? t('mines.dragon') : clanName(player.clan), bad: player?.dragon ?? false };
  },
  says: (table, seat) => {
    const player = playerOf(table.view, seat);
    return player ? [clanName(player.clan), t('mines.finds', { n: player.treasures.length }), ...(player.dragon ? [t('mines.dragon')] : []), ...(minesOf(table.view).results.length ? [t('nuggets.count', { n: player.points })] : [])] : [];
  },
  stages: (table) => {
    const left = minesOf(table.view).stepsLeft;
    return !left || !roleOf(table.view?.mine) ? [] : [{ text: t('mines.stage.card'), state: 'done' }, { text: t('mines.stage.walk', { n: left }), state: 'now' }, { text: t('mines.stage.draw'), state: 'next' }];
  },
  roundTitle: (_, result) => roundTitle(result),
  secret: (table) => { const mine = playerOf(table.view, table.seat); return mine ? t('mines.final', { n: mine.points }) : ''; },
  score: points,
  finalText: (table) => t('mines.final', { n: points(table.view, table.view?.winners[0] ?? -1) }),
  purse: () => null,
};
