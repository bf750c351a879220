/* A first round with a hint at each first. What has come up is read from what the server sent and what the player holds; no rules. */
import { t, type Key } from '../i18n/index.svelte';
import { explained } from '../guide.svelte';
import { keep, kept } from '../keep';
import { partsOf } from '../games/parts';
import type { Choice } from './choice.svelte';
import { faceOf, isTunnel } from './box.svelte';
import type { Face } from '../protocol';
import { isMove } from './story';
import type { Table } from './table.svelte';
import { packetOf } from './views';

type Use = Face['use'];

/* `stays`: put aside by whoever has read it; the others go when what they are about is done. */
interface Hint { key: string; title?: string; text: string; when: () => boolean; stays?: boolean }

const FIRST = 2; // what is told before anything is played; the rest follows one thing in each turn

export class Coach {
  on = $state(false);
  private past: Set<string> = $state.raw(new Set());

  private readonly hints: Hint[] = $derived.by(() => (this.on ? this.all() : []));
  private readonly open = $derived(this.hints.find((h) => !this.past.has(h.key) && h.when()));
  readonly hint = $derived(this.open?.key ?? null);
  readonly title = $derived(this.open?.title ?? '');
  readonly text = $derived(this.open?.text ?? '');
  readonly waits = $derived(this.open?.stays ?? false);
  private readonly table: Table;
  private readonly choice: Choice;

  constructor(table: Table, choice: Choice) {
    this.table = table;
    this.choice = choice;
    this.on = kept('coach') === table.info.id;
  }

  private all(): Hint[] {
    const { table, choice } = this, view = table.view;
    const mine = () => choice.step === 'turn' && !table.sent, free = () => mine() && choice.index < 0;
    const happened = (kind: string) => table.log.some((e) => e.told.kind === kind);
    const holds = (use: Use) => choice.hand.some((card) => faceOf(card)?.use === use), chosen = (use: Use) => faceOf(choice.card)?.use === use;
    const sharing = () => choice.step !== '' && packetOf(table.view).length > 0;
    const busy = () => table.summary !== null || table.shown !== null || sharing();
    const say = (key: Key, when: () => boolean, stays = false): Hint => ({ key, text: t(key), when, stays });
    const secret = () => view?.players.some((p) => 'role' in p) ?? false;
    /* What every game has in common; what a game or an extra has beside that is told as the guide tells it. */
    const common = [
      say('coach.role', () => table.dealt !== '' && secret()),
      say('coach.looked', () => table.shown !== null),
      say('coach.gold', () => sharing() && !table.turning),
    ];
    const doing = [
      say('coach.confirm', () => mine() && choice.ready !== null),
      say('coach.place', () => mine() && isTunnel(choice.card) && choice.places.size > 0),
      say('coach.target', () => mine() && choice.seats.size > 0),
    ];
    const wait = say('coach.wait', () => !busy() && !table.asksMe, true);
    const turn = say('coach.turn', free);
    if (!view || !partsOf(view.game).coached || table.info.extras.length) {
      if (!explained.topics.length) return common; // until it has been told
      const turns = table.log.filter((e) => e.told.seat === table.seat && isMove(e.told)).length;
      const card = explained.text(choice.card), plain = isTunnel(choice.card) && !faceOf(choice.card)?.printed.length;
      return [
        ...common, say('coach.done', () => table.summary !== null),
        ...explained.topics.map((s, i): Hint => ({ key: `topic ${s.title}`, title: s.title, text: s.text, when: () => (i < FIRST ? !busy() : free() && turns > i - FIRST), stays: true })),
        { key: `card ${card}`, text: card, when: () => card !== '' && mine() && !choice.ready && !plain },
        ...doing, turn, wait,
      ];
    }
    return [
      ...common, say('coach.end', () => table.summary !== null),
      say('coach.goal', () => !choice.playing && choice.whole[0]?.slots[0]?.what === 'goal'),
      ...doing,
      say('coach.look', () => mine() && chosen('look')),
      say('coach.fall', () => mine() && chosen('remove')),
      say('coach.table', () => !busy(), true),
      say('coach.broken', () => !busy() && (table.me?.front.length ?? 0) > 0, true),
      turn,
      say('coach.map', () => free() && holds('look'), true),
      say('coach.rockfall', () => !busy() && (happened('collapsed') || (free() && holds('remove'))), true),
      say('coach.turned', () => !busy() && happened('turned'), true),
      wait,
    ];
  }

  /** What was said and is no longer so has been understood. */
  follow(before: string | null, now: string | null): void {
    if (before && before !== now && !this.hints.find((h) => h.key === before)?.stays) this.past = new Set([...this.past, before]);
    if (before === 'coach.end' || before === 'coach.done') this.leave(); // the round is over, and with it the coaching
  }

  next(): void {
    if (this.open) this.past = new Set([...this.past, this.open.key]);
  }

  leave(): void {
    this.on = false;
    keep('coach', '');
  }
}
