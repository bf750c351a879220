/* One table as this browser knows it: what the server said, and what has not been answered yet. */
import { lang } from '../i18n/index.svelte';
import { keep, kept } from '../keep';
import { PATIENCE, type Heard, type Link } from '../net/connection';
import { seen } from '../net/shuffle';
import { go } from '../place';
import type { Ask, Cell, Clock, FromClient, Move, Refused, Remark, Rematch, TableInfo, Told, Update, Welcome, Why } from '../protocol';
import { dawdler } from './clock';
import { isTalk, keepMuted, mutedAt, wordsOf, type Words } from './remarks';
import { placeName } from './names';
import { isMove } from './story';
import { playerAt, roleOf, type Result, type View } from './views';

export interface Wire {
  act(move: Move): string;
  why(id: number, move: Move): void;
  tell(message: FromClient): void;
  ready(): void;
  speak(lang: string): void;
  tryNow(): void;
  stop(): void;
}
/** `of`: whose card it is, if it is somebody’s; `place`: where it lies otherwise. */
export interface Shown { goal: number; face: string; of?: number; place?: string }
export interface Entry extends Words { id: number; round: number }

const LOG_LENGTH = 400;
const AGAIN = 10_000; // milliseconds more than usual until the same person is reminded again
const WATCH = 1600; // milliseconds, until a card has flown, landed and a goal was turned

export class Table {
  info: TableInfo = $state.raw({} as TableInfo);
  view: View | null = $state.raw(null);
  ask: Ask | null = $state.raw(null);
  log: Entry[] = $state.raw([]);
  /** Now, second by second, for what is counted down. */
  now = $state(Date.now());
  /** The decision that was sent and not answered yet. */
  sent = $state.raw<{ cmd: string; move: Move } | null>(null);
  /** It has been waiting for its answer for a while; it is sent again and again. */
  late = $state(false);
  refusal: Why | null = $state.raw(null);
  fault: { code: string; text: string } | null = $state.raw(null);
  /** A finished round that has not been put aside yet. */
  summary: Result | null = $state.raw(null);
  /** A card that only this player has just been shown, until it is looked at; only then does it stand in the log. `goal`: where it lies in the maze, if it does. */
  shown = $state.raw<Shown | null>(null);
  /** A goal has just been turned; whoever watches wants to see it before anything covers the board. */
  turning = $state(false);
  missed = $state(0);
  /** The last round of which this player has seen their role. */
  private known = $state(0);
  /** Where these people play again. */
  rematch: Rematch | null = $state.raw(null);
  /** We have asked for it and follow at once. */
  asking = $state(false);
  /** The newest things that happened, for animation. */
  fresh: Entry[] = $state.raw([]);
  /** What lay where before that. */
  was: View | null = null;

  /** Under which name this browser remembers what only this seat knows; people who share it have one each. */
  readonly memory: string;
  private wire: Wire | null = null;
  private linked: Link = $state('connecting');
  private toldAt = $state(0); // when the server told who is here
  /** When it told whose time runs. */
  clockAt = $state(0);
  /** The newest reminder of us, and how many there were. */
  nudged = $state.raw({ by: -1, n: 0 });
  /** We have been reminded since we were asked. */
  reminded = $state(false);
  /** Seats whose words are not shown here. */
  muted: number[] = $state.raw([]);
  private heard = 0; // remarks
  private askedAt = $state(0); // when somebody was asked what they are asked now
  private lostAt = $state(0);
  private entries = 0;
  private unread: Entry[] = []; // what a map has shown and nobody has looked at yet
  private round = 0;
  private asked = 0;
  private readonly answers = new Map<number, (why: Why | null) => void>();
  private greeted = false;
  private timer = 0;

  readonly seat = $derived(this.info.you ?? -1);
  /** Who is still waited for, if anybody. */
  readonly gate = $derived(this.info.gate ?? null);
  /** The round begins when everybody is ready; nothing can be played before. */
  /** Who may be reminded that it is their turn; -1: nobody. */
  readonly dawdles = $derived(dawdler(this, this.askedAt));
  readonly held = $derived(this.gate?.kind === 'round');
  readonly clock = $derived(this.info.clock);
  readonly paused = $derived(this.clock?.paused ?? false);
  readonly hosts = $derived(this.seat >= 0 && this.seat === this.info.host);
  /** Nobody else is here who would want to follow what bots do. */
  readonly alone = $derived(this.seat >= 0 && this.info.seats.every((s) => s.seat === this.seat || s.kind === 'bot' || !s.present));
  readonly asksMe = $derived(this.seat >= 0 && !this.held && !this.paused && (this.ask?.seats.includes(this.seat) ?? false));
  readonly options = $derived(this.asksMe && !this.sent ? (this.ask?.options ?? []) : []);
  readonly me = $derived(playerAt(this.view, this.seat) ?? null);
  readonly live = $derived(this.linked === 'open');
  /** The role that is still to be turned over before this player. */
  readonly dealt = $derived(this.view && this.view.phase === 'turn' && this.view.round > this.known ? roleOf(this.view.mine) : '');
  /** Whether something is open that the others wait for. */
  readonly looking = $derived(this.summary !== null || this.shown !== null || this.dealt !== '');
  /** The last move of this round. */
  readonly last = $derived.by(() => {
    const last = this.log.findLast((e) => isMove(e.told) || e.told.kind === 'round');
    return last && isMove(last.told) ? last : null;
  });

  constructor(info: TableInfo) {
    this.know(info);
    const link = info.own.find((own) => own.seat === info.you)?.link;
    this.muted = mutedAt(info.id);
    this.memory = info.own.length > 1 && link !== undefined ? `${info.id}.${link}` : info.id;
    this.known = Number(kept(`role.${this.memory}`) ?? 0);
  }

  get link(): Link {
    return this.linked;
  }

  set link(link: Link) {
    if (this.linked === 'open' && link === 'lost') this.lostAt = this.now = Date.now();
    this.linked = link;
  }

  /** How much longer a seat is kept for somebody who is away, or for us without a connection: "0:45", or nothing. */
  kept(seat: number): string {
    return seat === this.seat ? this.countdown(this.info.grace, this.lostAt) : this.countdown(this.info.seats.find((s) => s.seat === seat)?.botIn ?? 0, this.toldAt);
  }

  /** How much longer the gate waits, in the same way. */
  gateLeft(): string {
    return this.countdown(this.gate?.left ?? 0, this.toldAt);
  }

  private countdown(whole: number, since: number): string {
    const left = Math.ceil(whole - (this.now - since) / 1000);
    return left > 0 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` : '';
  }

  attach(wire: Wire): void {
    this.wire = wire;
  }

  /** The face that the player at a seat has chosen. */
  avatar(seat: number): number {
    return this.info.seats.find((s) => s.seat === seat)?.avatar ?? seat;
  }

  name(seat: number): string {
    return this.info.seats.find((s) => s.seat === seat)?.name ?? '';
  }

  /** The server speaks of seats (P2) and cells (5,-2); people have names, and places are counted from the entrance. */
  named(text: string): string {
    return text.replace(/\((-?\d+),\s*(-?\d+)\)/g, (_, x: string, y: string) => `(${placeName(Number(x), Number(y))})`)
      .replace(/\bP(\d+)\b/g, (seat, number: string) => this.name(Number(number) - 1) || seat);
  }

  hear(message: Heard): void {
    switch (message.t) {
      case 'welcome': return this.welcome(message);
      case 'update': return this.update(message);
      case 'table': this.know(message.table); return;
      case 'clock': this.tick(message.clock); return;
      case 'said': this.hearSaid(message.said); return;
      case 'ack': if (message.cmd === this.sent?.cmd) this.sent = null; return;
      case 'refused': return this.refused(message);
      case 'why': return this.answer(message.id, message.why);
      case 'rematch': return this.invited(message);
      case 'error': this.asking = false; this.fault = { code: message.code, text: message.text }; return;
      case 'pong': return;
    }
  }

  private invited(m: Rematch): void {
    this.rematch = m;
    if (this.asking) go(m.seatUrl);
  }

  private know(info: TableInfo): void {
    /* Another seat, or none: whatever is shown here was another's. */
    if (this.greeted && info.status === 'running' && info.you !== this.info.you) return go(`/t/${encodeURIComponent(info.id)}`);
    this.info = info;
    this.toldAt = this.clockAt = this.now = Date.now();
  }

  private tick(clock: Clock): void {
    this.info = { ...this.info, clock };
    this.clockAt = this.now = Date.now();
  }

  /** Remarks stand in the log, in order with what happened. */
  private hearSaid(said: Remark[]): void {
    for (const remark of said) {
      this.heard = Math.max(this.heard, remark.m + 1);
      if (remark.what.kind === 'nudged' && remark.what.target === this.seat) this.reminded = Boolean(this.nudged = { by: remark.seat, n: this.nudged.n + 1 });
    }
    this.write(said.map(wordsOf), true);
  }

  private welcome(m: Welcome): void {
    this.know(m.table);
    this.fault = null;
    if (m.table.you >= 0 && m.table.status !== 'over') this.shuffle(m.table);
    const back = this.greeted;
    this.greeted = true;
    if (m.view) this.show(m.view, m.ask);
    const told = m.events, said = m.said.filter((remark) => remark.m >= this.heard);
    if (!back) this.log = [];
    this.heard = Math.max(this.heard, ...m.said.map((remark) => remark.m + 1));
    const before = (i: number, end = false) => said.filter((r) => r.after === i || (end && r.after > i)).map(wordsOf);
    const entries = this.write([...told.flatMap((e, i) => [...before(i), { told: e }]), ...before(told.length, true)], back);
    this.missed = back ? told.filter((e) => isMove(e) && e.seat !== this.seat).length : 0;
    if (back) this.notice(entries);
  }

  /** Before the deal this device adds its part. */
  private shuffle({ commitment, status }: TableInfo): void {
    const lot = seen(this.memory, commitment, status === 'open');
    if (lot) this.wire?.tell({ t: 'lot', lot });
  }

  private update(m: Update): void {
    this.missed = 0;
    this.refusal = null;
    this.fault = null;
    this.show(m.view, m.ask);
    this.notice(this.write(m.events.map((told) => ({ told })), true));
  }

  private show(view: View, ask: Ask | null): void {
    this.was = this.view;
    this.askedAt = this.now = Date.now();
    this.reminded = false;
    this.view = asBefore(this.view, view);
    this.ask = ask;
  }

  /** What a map shows while somebody watches is written down when it has been looked at. */
  private write(words: Words[], watching: boolean): Entry[] {
    const entries = words.map((each) => {
      if (each.told.kind === 'round') this.round = each.told.number ?? 0;
      return { ...each, id: ++this.entries, round: this.round };
    });
    this.append(entries.filter((e) => !watching || !isShown(e.told)));
    return entries;
  }

  /** What is to be read: all but the words of those who are muted. */
  readonly lines = $derived(this.muted.length ? this.log.filter((e) => !isTalk(e.told) || !this.muted.includes(e.told.seat ?? -1)) : this.log);

  mute(seat: number, on: boolean): void {
    this.muted = on ? [...this.muted, seat] : this.muted.filter((s) => s !== seat);
    keepMuted(this.info.id, this.muted);
  }

  private append(entries: Entry[]): void {
    const log = [...this.log];
    for (const entry of entries) {
      const { told } = entry, before = log.at(-1)?.told;
      /* A walk is told in one line. */
      if (told.kind === 'walked' && before?.kind === 'walked' && before.seat === told.seat) log[log.length - 1] = { ...entry, told: { ...told, number: (before.number ?? 1) + 1 } };
      else log.push(entry);
    }
    this.log = log.slice(-LOG_LENGTH);
  }

  /** The role has been seen. */
  gotIt(): void {
    this.known = this.view?.round ?? 0;
    keep(`role.${this.memory}`, String(this.known));
  }

  /** What the map showed has been looked at. */
  looked(): void {
    this.shown = null;
    this.append(this.unread.map((e) => ({ ...e, id: ++this.entries })));
    this.unread = [];
  }

  /** What somebody at the table would have noticed: for animation, and for what only this seat was shown. */
  private notice(entries: Entry[]): void {
    this.fresh = entries;
    if (entries.some((e) => e.told.kind === 'turned')) this.watch();
    this.unread.push(...entries.filter((e) => isShown(e.told)));
    for (const { told } of entries) {
      if (isShown(told)) this.shown = { goal: told.goal ?? -1, face: told.card!, of: told.target ?? -1, place: told.place ?? '' };
      if (told.kind === 'round' || told.kind === 'over') this.summary = this.view?.results.at(-1) ?? null;
    }
  }

  private watch(): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    this.turning = true;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.turning = false), WATCH);
  }

  private refused(m: Refused): void {
    if (m.cmd === this.sent?.cmd) this.sent = null;
    this.refusal = m.why;
  }

  act(move: Move): void {
    if (!this.wire || this.sent) return;
    this.refusal = null;
    this.fault = null;
    const cmd = this.wire.act(move);
    this.sent = { cmd, move };
    this.late = false;
    window.setTimeout(() => { if (this.sent?.cmd === cmd) this.late = true; }, PATIENCE);
  }

  tell(message: FromClient): void {
    this.fault = null;
    this.wire?.tell(message);
  }

  /** Remind whoever dawdles; not again before a while has passed. */
  nudge(): void {
    this.tell({ t: 'nudge', seat: this.dawdles });
    this.askedAt = Date.now() + AGAIN;
  }

  /** Play again with the same people; once somebody else has asked, follow them. */
  again(shuffle: boolean): void {
    if (this.rematch) return go(this.rematch.seatUrl);
    this.asking = true;
    this.tell({ t: 'rematch', shuffle });
  }

  /** Nothing is open here any more: the others need not wait for us. */
  ready(): void {
    if (this.gate?.waits.includes(this.seat)) this.wire?.ready();
  }

  /** Asks the server why something is not offered; null when it may be done after all. */
  why(move: Move): Promise<Why | null> {
    return new Promise((resolve) => {
      const id = ++this.asked;
      this.answers.set(id, resolve);
      this.wire?.why(id, move);
    });
  }

  private answer(id: number, why: Why | null): void {
    this.answers.get(id)?.(why);
    this.answers.delete(id);
  }

  speak(): void {
    this.wire?.speak(lang());
  }

  tryNow(): void {
    this.wire?.tryNow();
  }

  stop(): void {
    this.wire?.stop();
  }
}

/** A card that lies face down and was looked at: it is held up until it has been seen. */
const isShown = (told: Told): boolean => (told.kind === 'saw' ? (told.goal ?? -1) >= 0 : SEEN.has(told.kind) && (told.seat ?? -1) >= 0) && Boolean(told.card);
const SEEN = new Set(['seen', 'seen-dwarf']);

/** Cards that lie as they did stay the same objects, so that only what has changed is drawn again. */
function asBefore(before: View | null, after: View): View {
  const was = new Map(before?.cells.map((c) => [`${c.x},${c.y}`, c]));
  const same = (c: Cell) => { const old = was.get(`${c.x},${c.y}`); return old && JSON.stringify(old) === JSON.stringify(c) ? old : c; };
  return { ...after, cells: after.cells.map(same) };
}
