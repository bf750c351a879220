/* Whose time runs, and how much of it is left: told by the server, counted down here. */
import { t } from '../i18n/index.svelte';
import type { Clock } from '../protocol';
import type { Table } from './table.svelte';

/** Seconds from which on somebody is told that time runs out. */
const LOW = 10;
/** Seconds after which somebody who is asked may be reminded; the server has the last word. */
const IDLE = 10;

export interface Left { text: string; /** Seconds until a bot plays. */ all: number; low: boolean; runs: boolean; together: boolean }

const clockText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** A player's time: what runs, or what their bank holds; null when there is none. */
export function timeOf(table: Table, seat: number): Left | null {
  const clock = table.clock as Clock | undefined;
  if (!clock || table.info.status !== 'running') return null;
  const runs = clock.runs.includes(seat), bank = clock.banks[seat] ?? 0;
  if (!runs) return clock.bank && table.info.seats[seat]?.kind === 'human' ? { text: clockText(bank), all: bank, low: false, runs, together: false } : null;
  if (!clock.together && table.info.seats[seat]?.kind !== 'human') return null; // a bot has time of its own
  const passed = clock.paused ? 0 : Math.max(0, (table.now - table.clockAt) / 1000);
  const all = Math.ceil(Math.max(0, clock.left + (clock.together ? 0 : bank) - passed));
  return { text: clockText(all), all, low: all <= LOW, runs, together: clock.together };
}

/** Said once, politely, when one's own time runs out. */
export function hurry(table: Table): string {
  const left = table.seat < 0 || table.paused ? null : timeOf(table, table.seat);
  if (!left?.runs || !left.low || !left.all) return '';
  return t(left.together ? 'clock.object' : 'clock.low', { n: LOW });
}

/** Who is waited for and may be reminded: they are here, asked, and have been for a while. */
export function dawdler(table: Table, since: number): number {
  if (table.seat < 0 || table.paused || table.info.status !== 'running' || table.now - since < IDLE * 1000) return -1;
  const asked = table.ask?.seats ?? table.view?.asked ?? [];
  return asked.find((seat) => { const s = table.info.seats[seat]; return seat !== table.seat && s?.kind === 'human' && s.present && !s.standIn; }) ?? -1;
}
