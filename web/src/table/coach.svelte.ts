/* A first round with a hint at each first. What has come up is read from what the server sent and what the player holds; no rules. */
import type { Key } from '../i18n/index.svelte';
import { keep, kept } from '../keep';
import type { Choice } from './choice.svelte';
import { faceOf, isTunnel } from './box.svelte';
import type { Face } from '../protocol';
import type { Table } from './table.svelte';
import { packetOf } from './views';

type Use = Face['use'];

/** Offered once: whoever has taken it or said no is not asked again. */
export const coachOffered = (): boolean => kept('coached') === null;

export function coachAt(table: string): void {
  keep('coached', 'yes');
  keep('coach', table);
}

/* `stays`: put aside by whoever has read it; the others go when what they are about is done. */
interface Hint { key: Key; when: () => boolean; stays?: boolean }

export class Coach {
  on = $state(false);
  private past: Set<Key> = $state.raw(new Set());

  private readonly hints: Hint[];
  private readonly open = $derived.by(() => (this.on ? this.hints.find((h) => !this.past.has(h.key) && h.when()) : undefined));
  readonly hint = $derived(this.open?.key ?? null);
  readonly waits = $derived(this.open?.stays ?? false);

  constructor(table: Table, choice: Choice) {
    this.on = kept('coach') === table.info.id;
    const mine = () => choice.step === 'turn' && !table.sent, free = () => mine() && choice.index < 0;
    const happened = (kind: string) => table.log.some((e) => e.told.kind === kind);
    const holds = (use: Use) => choice.hand.some((card) => faceOf(card)?.use === use), chosen = (use: Use) => faceOf(choice.card)?.use === use;
    const busy = () => table.summary !== null || table.shown !== null || sharing();
    const sharing = () => choice.step !== '' && packetOf(table.view).length > 0;
    this.hints = [
      { key: 'coach.role', when: () => table.dealt !== '' },
      { key: 'coach.looked', when: () => table.shown !== null },
      { key: 'coach.gold', when: () => sharing() && !table.turning },
      { key: 'coach.end', when: () => table.summary !== null },
      { key: 'coach.goal', when: () => !choice.playing && choice.whole[0]?.slots[0]?.what === 'goal' },
      { key: 'coach.confirm', when: () => mine() && choice.ready !== null },
      { key: 'coach.place', when: () => mine() && isTunnel(choice.card) && choice.places.size > 0 },
      { key: 'coach.target', when: () => mine() && choice.seats.size > 0 },
      { key: 'coach.look', when: () => mine() && chosen('look') },
      { key: 'coach.fall', when: () => mine() && chosen('remove') },
      { key: 'coach.table', when: () => !busy(), stays: true },
      { key: 'coach.broken', when: () => !busy() && (table.me?.front.length ?? 0) > 0, stays: true },
      { key: 'coach.turn', when: free },
      { key: 'coach.map', when: () => free() && holds('look'), stays: true },
      { key: 'coach.rockfall', when: () => !busy() && (happened('collapsed') || (free() && holds('remove'))), stays: true },
      { key: 'coach.turned', when: () => !busy() && happened('turned'), stays: true },
      { key: 'coach.wait', when: () => !busy() && !table.asksMe, stays: true },
    ];
  }

  /** What was said and is no longer so has been understood. */
  follow(before: Key | null, now: Key | null): void {
    if (before && before !== now && !this.hints.find((h) => h.key === before)?.stays) this.past = new Set([...this.past, before]);
    if (before === 'coach.end') this.leave(); // the round is over, and with it the coaching
  }

  next(): void {
    if (this.open) this.past = new Set([...this.past, this.open.key]);
  }

  leave(): void {
    this.on = false;
    keep('coach', '');
  }
}
