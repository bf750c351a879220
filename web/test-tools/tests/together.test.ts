/* Several people at one device: whose turn it is to look, and what is put aside for all. */
import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as at from '../../src/fixtures/positions';
import type { Heard } from '../../src/net/connection';
import type { TableInfo } from '../../src/protocol';
import { Device, type Dial } from '../../src/together/device.svelte';

const info = (more: Partial<TableInfo> = {}): TableInfo => at.info(3, { own: [{ seat: 0, link: 0 }, { seat: 1, link: 4 }], ...more });
let lines: Map<string, { hear: (m: Heard) => void; wire: Record<string, ReturnType<typeof vi.fn>> }>;
let device: Device;

const dial: Dial = (url, ears) => {
  const wire = { act: vi.fn(), why: vi.fn(), tell: vi.fn(), ready: vi.fn(), speak: vi.fn(), tryNow: vi.fn(), stop: vi.fn() };
  lines.set(new URL(url, location.href).searchParams.get('seat')!, { hear: (m) => ears.message(m), wire });
  ears.link('open');
  return wire as never;
};

const SEATS: [string, number][] = [['0', 0], ['4', 1], ['watch', -1]];
const mine = (seat: number) => (seat < 0 ? null : { ...at.view(3).mine!, seat });
/** Everybody hears that these are asked. */
function ask(seats: number[], more: Partial<TableInfo> = {}) {
  for (const [link, you] of SEATS) {
    const view = at.view(3, { mine: mine(you), round: 1, asked: seats, results: [] });
    lines.get(link)!.hear({ t: 'welcome', said: [], protocol: 2, table: info({ ...more, you }), n: 1, view, ask: { ...at.asks(seats[0]!), seats }, events: [] });
  }
  flushSync();
}
const shown = () => (device.screen.curtain ? 'curtain ' : '') + device.screen.table.seat;
const see = () => device.seats.forEach((t) => t.gotIt());

beforeEach(() => {
  localStorage.clear();
  lines = new Map();
  device = new Device(info(), dial);
});

describe('people at one device', () => {
  it('have a line each, and one for what everybody sees', () => {
    expect([...lines.keys()].sort()).toEqual(['0', '4', 'watch']);
  });

  it('are called one after another, whoever is asked', () => {
    ask([1]); see();
    expect(shown()).toBe('curtain 1');
    device.take(device.screen.table);
    expect(shown()).toBe('1');
    ask([0, 1]); // a window for a veto: whoever has the device answers first
    expect(shown()).toBe('1');
    ask([0]);
    expect(shown()).toBe('1'); // the own move is seen for a moment
    vi.useFakeTimers();
    device.linger();
    vi.advanceTimersByTime(5000);
    vi.useRealTimers();
    expect(shown()).toBe('curtain 0');
    device.take(device.screen.table);
    ask([2]); // somebody elsewhere
    expect(shown()).toBe('0');
  });

  it('see what everybody sees while nobody of them is asked', () => {
    ask([2]); see();
    expect(shown()).toBe('-1');
  });

  it('look at new roles each behind the curtain before anything is played', () => {
    ask([1], { gate: { kind: 'round', waits: [0, 1], left: 40 } });
    expect(shown()).toBe('curtain 0');
    device.take(device.screen.table);
    device.screen.table.gotIt();
    device.ready();
    expect(lines.get('0')!.wire['ready']).toHaveBeenCalled();
    expect(lines.get('4')!.wire['ready']).not.toHaveBeenCalled();
    device.linger()();
    expect(device.next?.seat).toBe(1);
  });

  it('put aside how a round went once for all, on what everybody sees', () => {
    ask([1]); see();
    device.take(device.screen.table);
    const result = at.view(3).results.at(-1)!;
    device.seats[1]!.summary = result; // one line may be faster than another
    expect(shown()).toBe('-1');
    device.settle();
    expect(device.seats[1]!.summary).not.toBeNull();
    device.open.summary = device.seats[0]!.summary = result;
    device.settle();
    expect(device.here).toBeNull(); // afterwards nobody's cards lie open
    device.open.view = { ...device.open.view!, results: [result] } as never;
    device.open.summary = null;
    device.settle();
    expect(device.seats.map((t) => t.summary)).toEqual([null, null]);
    expect(shown()).toBe('curtain 1');
  });

  it('may lay their hands open where nobody has a role', () => {
    ask([1]);
    expect(device.openable).toBe(false);
    device.openHands = true;
    expect(shown()).toBe('curtain 1'); // there are roles
    for (const table of device.seats) table.view = { ...table.view!, mine: { seat: table.seat, hand: [], goals: {} } } as never;
    expect(shown()).toBe('1');
  });

  it('remember what is private each for themselves', () => {
    expect(device.seats.map((t) => t.memory)).toEqual(['copperlamp.0', 'copperlamp.4']);
  });

  it('are never shown another seat in the place of one that is lost', () => {
    ask([1]); see();
    lines.get('4')!.hear({ t: 'welcome', said: [], protocol: 2, table: info({ you: 0, own: [{ seat: 0, link: 0 }] }), n: 1, view: at.view(3), ask: null, events: [] });
    expect(device.seats.map((t) => t.seat)).toEqual([0]);
    expect(lines.get('4')!.wire['stop']).toHaveBeenCalled();
  });
});
