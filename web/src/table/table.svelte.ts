/* One table as this browser knows it: what the server said, and what has not been answered yet. */
import * as full from '../full';
import { lang } from '../i18n/index.svelte';
import { keep, kept } from '../keep';
import { PATIENCE, type Link } from '../net/connection';
import { go } from '../place';
import type { FromClient, FromServer, Refused, Rematch, TableInfo, Update, Welcome, Why } from '../protocol';
import { placeName } from './names';
import { isMove } from './story';

export interface Wire {
  act(action: number): string;
  why(id: number, words: string): void;
  tell(message: FromClient): void;
  ready(): void;
  speak(lang: string): void;
  tryNow(): void;
  stop(): void;
}
export interface Entry { id: number; told: full.Told; round: number }

const LOG_LENGTH = 400;
const WATCH = 1600; // milliseconds, until a card has flown, landed and a goal was turned

export class Table {
  info: TableInfo = $state.raw({} as TableInfo);
  view: full.View | null = $state.raw(null);
  ask: full.Ask | null = $state.raw(null);
  log: Entry[] = $state.raw([]);
  /** Now, second by second, for what is counted down. */
  now = $state(Date.now());
  /** The decision that was sent and not answered yet. */
  sent = $state<{ cmd: string; option: full.Option } | null>(null);
  /** It has been waiting for its answer for a while; it is sent again and again. */
  late = $state(false);
  refusal: Why | null = $state.raw(null);
  fault: { code: string; text: string } | null = $state.raw(null);
  /** A finished round that has not been put aside yet. */
  summary: full.RoundResult | null = $state.raw(null);
  /** A goal that a map has just shown, until it is looked at; only then does it stand in the log. */
  shown = $state.raw<{ goal: number; face: string } | null>(null);
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
  was: full.View | null = null;

  private wire: Wire | null = null;
  private linked: Link = $state('connecting');
  private toldAt = $state(0); // when the server told who is here
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
  readonly held = $derived(this.gate?.kind === 'round');
  /** Nobody else is here who would want to follow what bots do. */
  readonly alone = $derived(this.seat >= 0 && this.info.seats.every((s) => s.seat === this.seat || s.kind === 'bot' || !s.present));
  readonly asksMe = $derived(this.seat >= 0 && !this.held && (this.ask?.seats.includes(this.seat) ?? false));
  readonly options = $derived(this.asksMe && !this.sent ? (this.ask?.options ?? []) : []);
  readonly me = $derived(this.view?.players.find((p) => p.seat === this.seat) ?? null);
  readonly live = $derived(this.linked === 'open');
  /** The role that is still to be turned over before this player. */
  readonly dealt = $derived(this.view && this.view.phase === 'turn' && this.view.round > this.known ? (this.view.mine?.role ?? '') : '');
  /** Whether something is open that the others wait for. */
  readonly looking = $derived(this.summary !== null || this.shown !== null || this.dealt !== '');
  /** The last move of this round. */
  readonly last = $derived.by(() => {
    const last = this.log.findLast((e) => isMove(e.told) || e.told.kind === 'round');
    return last && isMove(last.told) ? last : null;
  });

  constructor(info: TableInfo) {
    this.know(info);
    this.known = Number(kept(`role.${info.id}`) ?? 0);
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

  hear(message: FromServer): void {
    switch (message.t) {
      case 'welcome': return this.welcome(message);
      case 'update': return this.update(message);
      case 'table': this.know(message.table); return;
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
    this.info = info;
    this.toldAt = this.now = Date.now();
  }

  private welcome(m: Welcome): void {
    this.know(m.table);
    this.fault = null;
    const back = this.greeted;
    this.greeted = true;
    if (m.view) this.show(full.view(m.view), m.ask ? full.ask(m.ask) : null);
    const told = m.events.map(full.told);
    if (!back) this.log = [];
    const entries = this.write(told, back);
    this.missed = back ? told.filter((e) => isMove(e) && e.seat !== this.seat).length : 0;
    if (back) this.notice(entries);
  }

  private update(m: Update): void {
    this.missed = 0;
    this.refusal = null;
    this.fault = null;
    this.show(full.view(m.view), m.ask ? full.ask(m.ask) : null);
    this.notice(this.write(m.events.map(full.told), true));
  }

  private show(view: full.View, ask: full.Ask | null): void {
    this.was = this.view;
    this.view = asBefore(this.view, view);
    this.ask = ask;
  }

  /** What a map shows while somebody watches is written down when it has been looked at. */
  private write(told: full.Told[], watching: boolean): Entry[] {
    const entries = told.map((e) => {
      if (e.kind === 'round') this.round = e.number;
      return { id: ++this.entries, told: e, round: this.round };
    });
    this.append(entries.filter((e) => !watching || e.told.kind !== 'saw'));
    return entries;
  }

  private append(entries: Entry[]): void {
    this.log = [...this.log, ...entries].slice(-LOG_LENGTH);
  }

  /** The role has been seen. */
  gotIt(): void {
    this.known = this.view?.round ?? 0;
    keep(`role.${this.info.id}`, String(this.known));
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
    this.unread.push(...entries.filter((e) => e.told.kind === 'saw'));
    for (const { told } of entries) {
      if (told.kind === 'saw') this.shown = { goal: told.goal, face: told.card };
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

  act(option: full.Option): void {
    if (!this.wire || this.sent) return;
    this.refusal = null;
    this.fault = null;
    const cmd = this.wire.act(option.action);
    this.sent = { cmd, option };
    this.late = false;
    window.setTimeout(() => { if (this.sent?.cmd === cmd) this.late = true; }, PATIENCE);
  }

  tell(message: FromClient): void {
    this.fault = null;
    this.wire?.tell(message);
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
  why(words: string): Promise<Why | null> {
    return new Promise((resolve) => {
      const id = ++this.asked;
      this.answers.set(id, resolve);
      this.wire?.why(id, words);
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

/** Cards that lie as they did stay the same objects, so that only what has changed is drawn again. */
function asBefore(before: full.View | null, after: full.View): full.View {
  const was = new Map(before?.cells.map((c) => [`${c.x},${c.y}`, c]));
  const same = (c: full.Cell) => { const old = was.get(`${c.x},${c.y}`); return old && JSON.stringify(old) === JSON.stringify(c) ? old : c; };
  return { ...after, cells: after.cells.map(same) };
}
