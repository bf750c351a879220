import { t } from '../../i18n/index.svelte';
import type { DuelPlayer } from '../../protocol';
import { playerAt, type View } from '../../table/views';
import { goalNotes } from '../notes';
import type { GameParts } from '../parts';
import Badge from './Badge.svelte';
import FinalSum from './FinalSum.svelte';
import Panel from './Panel.svelte';
import PlayerBits from './PlayerBits.svelte';
import { roundTitle } from './result';
import RoundSum from './RoundSum.svelte';
import Supplies from './Supplies.svelte';
import { claimed, duel, trolls } from './tally';

const nuggets = (view: View | null, seat: number) => (playerAt(view, seat) as DuelPlayer | undefined)?.nuggets ?? 0;

export const DUEL: GameParts = {
  PlayerBits, Badge, Panel, Supplies, RoundSum, FinalSum, roundTitle, notes: (table) => goalNotes(table),
  says: (table, seat) => {
    const view = duel(table.view), player = playerAt(view, seat) as DuelPlayer | undefined, more = claimed(view, seat), less = trolls(view, seat);
    if (!player) return [];
    return [
      t(`tally.${player.colour}`), t('tally.banked.all', { n: player.nuggets }), more ? t('tally.board', { n: more }) : '', less ? t('tally.trolls', { n: less }) : '',
      player.owes ? t('tally.owes', { n: player.owes }) : '', player.front.length ? '' : t('tally.sound'),
    ].filter(Boolean);
  },
  secret: () => '',
  score: nuggets,
  finalTitle: (table) => {
    const { grade, winners } = duel(table.view);
    return grade !== null ? t(`tally.grade.${grade}`) : winners.length > 1 ? t('tally.draw') : '';
  },
  finalText: (table) => t('tally.final', { n: Math.max(...duel(table.view).players.map((p) => p.nuggets)) }),
  purse: () => null,
};
