import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { info, view } from '../../src/fixtures/positions';
import { Connection, type Heard, type Link } from '../../src/net/connection';
import type { FromClient, FromServer } from '../../src/protocol';

class Socket {
  static all: Socket[] = [];
  readyState = 0;
  said: FromClient[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((e: { data: string }) => void) | null = null;
  onclose: ((e: { code: number }) => void) | null = null;
  constructor() { Socket.all.push(this); }
  send(text: string) { this.said.push(JSON.parse(text) as FromClient); }
  close() { this.readyState = 3; }
  open() { this.readyState = 1; this.onopen?.(); }
  tell(message: FromServer) { this.onmessage?.({ data: JSON.stringify(message) }); }
  drop(code = 1006) { this.readyState = 3; this.onclose?.({ code }); }
}
const last = () => Socket.all.at(-1)!;
const PASS = { verb: 'pass', cards: [] };
const welcome = (n: number): FromServer => ({ t: 'welcome', said: [], protocol: 2, table: info(), n, view: view(), ask: null, events: [] });

describe('a connection', () => {
  let links: Link[], connection: Connection;
  beforeEach(() => {
    vi.useFakeTimers();
    Socket.all = [];
    links = [];
    connection = new Connection('ws://table', 'uk', { message: () => undefined, link: (l) => links.push(l) }, () => new Socket() as unknown as WebSocket);
    last().open();
    last().tell(welcome(7));
  });
  afterEach(() => {
    connection.stop();
    vi.useRealTimers();
  });

  it('says hello with nothing in hand and its language', () => {
    expect(last().said[0]).toEqual({ t: 'hello', protocol: 2, have: 0, lang: 'uk', changes: true, heard: 0 });
    expect(links).toEqual(['open']);
  });

  it('hears at once that the browser is offline, and that it is back', () => {
    const before = Socket.all.length;
    window.dispatchEvent(new Event('offline'));
    expect(links.at(-1)).toBe('lost');
    for (let i = 0; i < 4; i++) { vi.advanceTimersByTime(500 * 2 ** i); last().drop(); } // by now it waits for eight seconds
    const tries = Socket.all.length;
    expect(tries).toBeGreaterThan(before);
    window.dispatchEvent(new Event('online'));
    expect(Socket.all.length).toBe(tries + 1);
    last().open();
    last().tell(welcome(7));
    expect(links.at(-1)).toBe('open');
    window.dispatchEvent(new Event('online')); // nothing to mend
    expect(Socket.all.length).toBe(tries + 1);
  });

  it('sends a decision that gets no answer once more, and leaves a socket that says nothing at all', () => {
    const cmd = connection.act(PASS), silent = last(), acts = () => silent.said.filter((m) => m.t === 'act');
    vi.advanceTimersByTime(3999);
    expect(acts()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(acts()).toEqual([{ t: 'act', cmd, move: PASS, n: 7 }, { t: 'act', cmd, move: PASS, n: 7 }]);
    vi.advanceTimersByTime(4000);
    expect(links.at(-1)).toBe('lost');
    vi.advanceTimersByTime(500);
    last().open();
    last().tell(welcome(7));
    last().tell({ t: 'ack', cmd, n: 8 });
    const said = last().said.length;
    vi.advanceTimersByTime(9000);
    expect(last().said).toHaveLength(said);
  });

  it('makes whole views of changes, and asks for all of it when one is missing', () => {
    const heard: Heard[] = [];
    const other = new Connection('ws://table', 'en', { message: (m) => heard.push(m), link: () => undefined }, () => new Socket() as unknown as WebSocket);
    last().open();
    last().tell(welcome(7));
    last().tell({ t: 'change', n: 9, after: 7, events: [], patch: { deck: 1 }, ask: null });
    last().tell({ t: 'change', n: 10, after: 9, events: [], patch: { round: 2 }, ask: null });
    expect(heard.slice(1)).toEqual([
      { t: 'update', n: 9, events: [], view: { ...view(), deck: 1 }, ask: null },
      { t: 'update', n: 10, events: [], view: { ...view(), deck: 1, round: 2 }, ask: null },
    ]);
    last().tell({ t: 'change', n: 14, after: 12, events: [], patch: { deck: 0 }, ask: null });
    expect(heard).toHaveLength(3);
    expect(last().said.at(-1)).toEqual({ t: 'look', have: 10 });
    last().tell({ t: 'update', n: 14, events: [], view: { ...view(), deck: 0 }, ask: null });
    last().tell({ t: 'change', n: 15, after: 14, events: [], patch: { round: 3 }, ask: null });
    expect(heard.at(-1)).toEqual({ t: 'update', n: 15, events: [], view: { ...view(), deck: 0, round: 3 }, ask: null });
    other.stop();
  });

  it('comes back with the last number it has', () => {
    last().tell({ t: 'update', n: 9, events: [], view: view(), ask: null });
    last().drop();
    expect(links.at(-1)).toBe('lost');
    vi.advanceTimersByTime(500);
    last().open();
    expect(last().said[0]).toMatchObject({ t: 'hello', have: 9 });
  });

  it('sends a decision again under the same name until it is answered', () => {
    const cmd = connection.act(PASS);
    expect(last().said[1]).toEqual({ t: 'act', cmd, move: PASS, n: 7 });
    last().drop();
    vi.advanceTimersByTime(500);
    last().open();
    last().tell(welcome(7));
    expect(last().said[1]).toEqual({ t: 'act', cmd, move: PASS, n: 7 });
    last().tell({ t: 'ack', cmd, n: 8 });
    last().drop();
    vi.advanceTimersByTime(500);
    last().open();
    last().tell(welcome(8));
    expect(last().said).toHaveLength(1);
  });

  it('never uses a name twice', () => {
    const names = new Set(Array.from({ length: 50 }, () => connection.act(PASS)));
    expect(names.size).toBe(50);
  });

  it('waits longer after each failure, and not at all when told to try', () => {
    last().drop();
    vi.advanceTimersByTime(500);
    last().drop();
    vi.advanceTimersByTime(999);
    expect(Socket.all).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(Socket.all).toHaveLength(3);
    last().drop();
    connection.tryNow();
    expect(Socket.all).toHaveLength(4);
  });

  it('gives up a socket that no longer answers', () => {
    vi.advanceTimersByTime(25_000);
    expect(last().said.at(-1)).toEqual({ t: 'ping' });
    vi.advanceTimersByTime(10_000);
    expect(links.at(-1)).toBe('lost');
    vi.advanceTimersByTime(500);
    expect(Socket.all).toHaveLength(2);
  });

  it('stays connected while the server answers', () => {
    vi.advanceTimersByTime(25_000);
    last().tell({ t: 'pong' });
    vi.advanceTimersByTime(20_000);
    expect(links).toEqual(['open']);
  });

  it('does not come back to a table that is gone, or with an old version', () => {
    last().drop(4426);
    expect(links.at(-1)).toBe('outdated');
    vi.advanceTimersByTime(60_000);
    expect(Socket.all).toHaveLength(1);
  });
});
