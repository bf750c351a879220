/* One table as this browser knows it: what the server said, and what has not been answered yet. */
import * as full from '../full';
import { lang, t } from '../i18n/index.svelte';
import type { Link } from '../net/connection';
import type { FromServer, Refused, TableInfo, Update, Welcome, Why } from '../protocol';
import { wentDark } from './dark';
import { columnAndRow } from './names';

export interface Wire {
  act(action: number): string;
  why(id: number, words: string): void;
  speak(lang: string): void;
  tryNow(): void;
  stop(): void;
}
export interface Entry { id: number; told: full.Told; round: number }

const LOG_LENGTH = 400;
const WATCH = 1000; // milliseconds

export class Table {
  info: TableInfo = $state.raw({} as TableInfo);
  view: full.View | null = $state.raw(null);
  ask: full.Ask | null = $state.raw(null);
  log: Entry[] = $state.raw([]);
  /** Now, second by second, for what is counted down. */
  now = $state(Date.now());
  /** The decision that was sent and not answered yet. */
  sent = $state<{ cmd: string; option: full.Option } | null>(null);
  refusal: Why | null = $state.raw(null);
  fault: { code: string; text: string } | null = $state.raw(null);
  /** A finished round that has not been put aside yet. */
  summary: full.RoundResult | null = $state.raw(null);
  /** A goal that a map has just shown, until it is looked at. */
  shown = $state.raw<{ goal: number; face: string } | null>(null);
  /** A goal has just been turned; whoever watches wants to see it before anything covers the board. */
  turning = $state(false);
  missed = $state(0);
  /** The newest things that happened, for animation. */
  fresh: Entry[] = $state.raw([]);
  /** Cards that have just been cut off, by place, in the order in which they go dark. */
  dimmed: Map<string, number> = $state.raw(new Map());

  private wire: Wire | null = null;
  private linked: Link = $state('connecting');
  private toldAt = $state(0); // when the server told who is here
  private lostAt = $state(0);
  private entries = 0;
  private round = 0;
  private asked = 0;
  private readonly answers = new Map<number, (why: Why | null) => void>();
  private greeted = false;
  private timer = 0;

  readonly seat = $derived(this.info.you ?? -1);
  readonly asksMe = $derived(this.seat >= 0 && (this.ask?.seats.includes(this.seat) ?? false));
  readonly options = $derived(this.asksMe && !this.sent ? (this.ask?.options ?? []) : []);
  readonly me = $derived(this.view?.players.find((p) => p.seat === this.seat) ?? null);
  readonly live = $derived(this.linked === 'open');

  constructor(info: TableInfo) {
    this.know(info);
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
    const [whole, since] = seat === this.seat ? [this.info.grace, this.lostAt] : [this.info.seats.find((s) => s.seat === seat)?.botIn ?? 0, this.toldAt];
    const left = Math.ceil(whole - (this.now - since) / 1000);
    return left > 0 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` : '';
  }

  attach(wire: Wire): void {
    this.wire = wire;
  }

  name(seat: number): string {
    return this.info.seats.find((s) => s.seat === seat)?.name ?? '';
  }

  /** The server speaks of seats (P2) and cells (5,-2); people have names, and the board its columns and rows. */
  named(text: string): string {
    const view = this.view;
    return text.replace(/\((-?\d+),\s*(-?\d+)\)/g, (cell, x: string, y: string) => (view ? `(${t('cell.at', columnAndRow(view, Number(x), Number(y)))})` : cell))
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
      case 'error': this.fault = { code: message.code, text: message.text }; return;
      case 'pong': return;
    }
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
    const entries = this.write(told);
    this.missed = back ? told.filter((e) => MOVES.has(e.kind) && e.seat !== this.seat).length : 0;
    if (back) this.notice(entries);
  }

  private update(m: Update): void {
    this.missed = 0;
    this.refusal = null;
    this.fault = null;
    this.show(full.view(m.view), m.ask ? full.ask(m.ask) : null);
    this.notice(this.write(m.events.map(full.told)));
  }

  private show(view: full.View, ask: full.Ask | null): void {
    this.dimmed = wentDark(this.view, view);
    this.view = view;
    this.ask = ask;
  }

  private write(told: full.Told[]): Entry[] {
    const entries = told.map((e) => {
      if (e.kind === 'round') this.round = e.number;
      return { id: ++this.entries, told: e, round: this.round };
    });
    this.log = [...this.log, ...entries].slice(-LOG_LENGTH);
    return entries;
  }

  /** What somebody at the table would have noticed: for animation, and for what only this seat was shown. */
  private notice(entries: Entry[]): void {
    this.fresh = entries;
    if (entries.some((e) => e.told.kind === 'turned')) this.watch();
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
    this.sent = { cmd: this.wire.act(option.action), option };
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

const MOVES = new Set(['laid', 'broke', 'mended', 'collapsed', 'looked', 'passed']);
