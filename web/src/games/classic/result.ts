/* A finished round of the base game. */
import { maybe, t } from '../../i18n/index.svelte';
import type { ClassicResult } from '../../protocol';
import type { Table } from '../../table/table.svelte';

/** What was told of a round that is paid out in tokens before everybody: nuggets by seat, and who won; null where gold is cards. */
export function payOf(table: Table, result: ClassicResult): { nuggets: number[]; winners: number[] } | null {
  const all = table.log.filter((e) => e.round === result.round).map((e) => e.told), since = all.slice(all.findLastIndex((told) => told.kind === 'won') + 1);
  const given = since.filter((told) => told.kind === 'given');
  if (result.won !== 'single' && !given.some((told) => told.word === 'bank')) return null;
  const sum = (seat: number) => given.reduce((n, told) => n + (told.target === seat ? (told.number ?? 0) : 0) - (told.seat === seat ? (told.number ?? 0) : 0), 0);
  return { nuggets: result.roles.map((_, seat) => sum(seat)), winners: since.findLast((told) => told.kind === 'decided')?.seats ?? [] };
}

/** Nuggets where everybody may know them; otherwise gold cards. */
export const earned = (result: ClassicResult, seat: number): number => (result.nuggets.length ? result.nuggets : result.goldCards)[seat] ?? 0;

export function roundTitle(result: ClassicResult): string {
  const own = maybe(`result.${result.won}`);
  return own ?? t(result.gold === 'found' ? 'result.diggers' : 'result.saboteurs');
}
