/* Several people at one device: a table for each of their seats, and one more for what everybody may see. One of them is on the
   screen at a time. Whose turn it is to look follows from what is public: who is asked, and who has a new role. */
import { Connection } from '../net/connection';
import { lang } from '../i18n/index.svelte';
import { socketUrl } from '../place';
import type { Heard } from '../net/connection';
import type { TableInfo } from '../protocol';
import { still } from '../table/motion/stage';
import { Table } from '../table/table.svelte';
import { roleOf } from '../table/views';

export interface Place { link: number; table: Table }
/** What is on the screen: a table, or the curtain before it. */
export interface Screen { table: Table; curtain: boolean }

/** Milliseconds for which a move is seen by whoever made it. */
const LINGER = 1400;
const LINGER_STILL = 600; // nothing moves, but a second press still belongs to whoever made the first

export type Dial = (url: string, ears: { message(m: Heard): void; link(link: Table['link']): void }) => Parameters<Table['attach']>[0];
const dialled: Dial = (url, ears) => new Connection(url, lang(), ears);

export class Device {
  places: Place[] = $state.raw([]);
  /** What everybody sees. */
  readonly open: Table;
  /** The link of the seat whose cards are shown; -1: nobody's. */
  private at = $state(-1);
  /** These people play with open hands, until the page is left: no curtain, where nobody has a role to hide. */
  openHands = $state(false);
  /** Whoever was on the screen has seen how their move went. */
  private seen = $state(false);

  readonly seats = $derived(this.places.map((p) => p.table).sort((a, b) => a.seat - b.seat));
  /** Whoever begins, or the first: what one of them may do for all. */
  readonly front = $derived(this.seats.find((t) => t.seat === t.info.host) ?? this.seats[0] ?? null);
  readonly here = $derived(this.places.find((p) => p.link === this.at)?.table ?? null);
  /** A round is over, and how it went has not been put aside: that is for all to see. */
  readonly recap = $derived.by(() => this.open.summary !== null || this.seats.some((t) => t.summary !== null));
  private readonly over = $derived(this.seats.length > 0 && this.seats.every((t) => t.view?.phase === 'over'));
  private readonly unseen = $derived(this.seats.some((t) => t.dealt !== ''));
  /** Hands may lie open. */
  readonly openable = $derived(this.seats.every((t) => t.view !== null && roleOf(t.view.mine) === ''));
  /** Who takes the device next. */
  readonly next = $derived.by(() => this.following());
  readonly screen: Screen = $derived.by(() => this.shows());

  constructor(info: TableInfo, dial: Dial = dialled) {
    this.open = new Table({ ...info, you: -1 });
    this.open.attach(dial(socketUrl(info.id, 'watch'), { message: (m) => this.open.hear(m), link: (link) => (this.open.link = link) }));
    this.places = info.own.map(({ seat, link }) => {
      const table = new Table({ ...info, you: seat });
      table.attach(dial(socketUrl(info.id, link), { message: (m) => this.hear(link, table, m), link: (state) => (table.link = state) }));
      return { link, table };
    });
  }

  /** A seat that is ours no more is answered with another one: nothing of that may be shown under its name. */
  private hear(link: number, table: Table, message: Heard): void {
    const gone = (message.t === 'welcome' || message.t === 'table') && !message.table.own.some((own) => own.link === link);
    if (!gone) return table.hear(message);
    table.stop();
    this.places = this.places.filter((p) => p.link !== link);
  }

  private asked(table: Table): boolean {
    return table.seat >= 0 && table.view?.phase !== 'over' && (table.ask?.seats.includes(table.seat) ?? false);
  }

  /** While the round waits for everybody, new roles come first. */
  private wants(table: Table): boolean {
    return table.shown !== null || table.dealt !== '' || (this.asked(table) && !(table.held && this.unseen));
  }

  private following(): Table | null {
    const { seats, here } = this, from = here ? seats.indexOf(here) + 1 : 0;
    const wanting = [...seats.slice(from), ...seats.slice(0, from)].filter((t) => t !== here && this.wants(t));
    return wanting.find((t) => !t.held && this.asked(t)) ?? wanting[0] ?? null;
  }

  /** The shown person is done and somebody else is wanted. */
  get leaving(): boolean {
    return this.next !== null && this.here !== null && !this.wants(this.here);
  }

  private shows(): Screen {
    const { here, next, open, front } = this;
    if (this.recap) return { table: open, curtain: false };
    if (this.over && front) return { table: front, curtain: false };
    if (here && (!this.leaving || !this.seen)) return { table: here, curtain: false };
    return next ? { table: next, curtain: !(this.openHands && this.openable) } : { table: open, curtain: false };
  }

  /** Whoever is meant has the device now. */
  take(table: Table): void {
    if (table === this.here) return;
    this.at = this.places.find((p) => p.table === table)?.link ?? -1;
    this.seen = false;
  }

  /** Lets a move be seen before the curtain falls; returns how to stop that. */
  linger(): () => void {
    this.seen = false;
    const timer = window.setTimeout(() => (this.seen = true), still() ? LINGER_STILL : LINGER);
    return () => clearTimeout(timer);
  }

  /** How a round went is put aside by one of them for all. After that, the cards of whoever was on the screen are covered again. */
  settle(): void {
    const known = this.open.view?.results.at(-1)?.round ?? 0;
    if (this.open.summary !== null) return void (this.at = -1);
    for (const table of this.seats) if (table.summary && table.summary.round <= known) table.summary = null;
  }

  /** Who has nothing to look at any more is not waited for. */
  ready(): void {
    for (const table of this.seats) if (table.live && !table.looking) table.ready();
  }

  speak(): void {
    for (const table of [this.open, ...this.seats]) table.speak();
  }

  stop(): void {
    for (const table of [this.open, ...this.seats]) table.stop();
  }
}
