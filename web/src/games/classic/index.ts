import { t } from '../../i18n/index.svelte';
import type { ClassicResult, ClassicView } from '../../protocol';
import type { Table } from '../../table/table.svelte';
import type { View } from '../../table/views';
import Heaps from '../Heaps.svelte';
import { goalNotes, roleNotes } from '../notes';
import type { GameParts } from '../parts';
import FinalSum from './FinalSum.svelte';
import PlayerBits from './PlayerBits.svelte';
import { roundTitle } from './result';
import RoundSum from './RoundSum.svelte';

const classic = (view: View | null) => view as ClassicView;

function finalText(table: Table): string {
  const view = classic(table.view), best = Math.max(0, ...view.players.map((p) => p.nuggets ?? 0));
  const times = (won: ClassicResult['won']) => view.results.filter((r) => r.won === won).length, saboteurs = times('saboteurs'), nobody = times('nobody');
  return [t('final.text', { n: best }), saboteurs ? t('final.saboteurs', { n: saboteurs }) : '', nobody ? t('final.nobody', { n: nobody }) : ''].filter(Boolean).join(' ');
}

export const CLASSIC: GameParts = {
  PlayerBits, RoundSum, FinalSum, Heaps, coached: true, finalText, notes: (table) => [...goalNotes(table), ...roleNotes(table)],
  says: (table, seat) => [t('player.gold', { n: classic(table.view).players.find((p) => p.seat === seat)?.goldCards ?? 0 })],
  roundTitle: (_, result: ClassicResult) => roundTitle(result),
  secret: (table) => (table.seat >= 0 ? t('result.mine', { n: classic(table.view).mine?.nuggets ?? 0 }) : t('result.secret')),
  score: (view, seat) => classic(view).players.find((p) => p.seat === seat)?.nuggets ?? 0,
  purse: (view) => { const mine = classic(view).mine; return mine && { n: mine.nuggets, label: t('nuggets.only'), title: t('nuggets.yours') }; },
};
