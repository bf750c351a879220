/* A finished round of The Duel, and the end of the game. */
import { t } from '../../i18n/index.svelte';
import type { DuelResult } from '../../protocol';
import type { Table } from '../../table/table.svelte';
import { duel, signed } from './tally';

export const net = (result: DuelResult, seat: number): number => (result.earned[seat] ?? 0) - (result.paid[seat] ?? 0);

export function roundTitle(table: Table, result: DuelResult): string {
  const alone = net(result, 0);
  if (duel(table.view).players.length < 2) return `${t('round.n', { n: result.round })}: ${t('tally.alone', { n: Math.abs(alone), number: alone < 0 ? signed(alone) : alone })}`;
  const [best] = result.best;
  return result.best.length === 1 && best !== undefined ? t('tally.ahead', { name: table.name(best) }) : t('tally.even');
}
