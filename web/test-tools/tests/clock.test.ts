import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { speak } from '../../src/fixtures/box';
import * as at from '../../src/fixtures/positions';
import ClockChoice from '../../src/parts/ClockChoice.svelte';
import type { Clock, FromClient } from '../../src/protocol';
import { dawdler, hurry, timeOf } from '../../src/table/clock';
import Game from '../../src/table/Game.svelte';
import { line, pageTitle, text } from '../../src/table/story';
import { Table } from '../../src/table/table.svelte';

beforeEach(async () => {
  await speak('en');
  localStorage.clear();
  window.innerWidth = 1280;
});
afterEach(cleanup);

const clock = (more: Partial<Clock>): Clock => ({ ...at.NO_CLOCK, turn: 30, runs: [0], number: 1, left: 30, ...more });
const said: FromClient[] = [];
function sit(more: Partial<Clock>, asked = 0, host = 0): Table {
  const table = new Table(at.info(6, { host }));
  said.length = 0;
  table.attach({ act: () => 'cmd', why: () => undefined, tell: (m) => said.push(m), ready: () => undefined, speak: () => undefined, tryNow: () => undefined, stop: () => undefined });
  table.hear({ t: 'welcome', said: [], protocol: 2, table: at.info(6, { host, clock: clock(more) }), n: 1, view: at.view(6, { asked: [asked] }), ask: asked ? at.asks(asked) : at.myTurn, events: at.STORY });
  table.link = 'open';
  table.gotIt();
  return table;
}

describe('the clock', () => {
  it('counts down a turn and then the bank', () => {
    const table = sit({ turn: 15, bank: 600, left: 10, banks: [60, 600, 90, 0, 0, 0] });
    expect(timeOf(table, 0)).toMatchObject({ text: '1:10', runs: true, low: false });
    table.now += 65_000;
    expect(timeOf(table, 0)).toMatchObject({ text: '0:05', low: true });
    expect(timeOf(table, 2)).toMatchObject({ text: '1:30', runs: false });
    expect(timeOf(table, 3)).toBeNull(); // a bot
  });

  it('says once, politely, that time runs out', () => {
    const table = sit({ left: 12 });
    expect(hurry(table)).toBe('');
    table.now += 3000;
    expect(hurry(table)).toBe('You have 10 seconds left.');
    table.now += 3000;
    expect(hurry(table)).toBe('You have 10 seconds left.'); // the same words are not said again
    table.hear({ t: 'clock', clock: clock({ number: 2, runs: [0, 1], together: true, left: 8 }) });
    expect(hurry(table)).toBe('You have 10 seconds left to object.');
  });

  it('stands still in a pause, and only the host lets it go on', async () => {
    const table = sit({ paused: true, left: 17 }), user = userEvent.setup();
    table.now += 60_000;
    expect(timeOf(table, 0)?.text).toBe('0:17');
    expect(table.options).toEqual([]);
    expect(pageTitle(table)).toBe('Paused');
    render(Game, { table, onagain: () => undefined });
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    expect(said).toEqual([{ t: 'pause', on: false }]);
    cleanup();
    render(Game, { table: sit({ paused: true }, 0, 1), onagain: () => undefined });
    expect(screen.queryByRole('button', { name: 'Go on' })).toBeNull();
    expect(screen.getByText('Oleh has stopped the game for a moment.')).toBeTruthy();
  });
});

describe('a reminder', () => {
  it('may be sent to a person who is here and has been asked for a while', async () => {
    const table = sit({ runs: [4] }, 4), user = userEvent.setup();
    expect(table.dawdles).toBe(-1);
    table.now += 11_000;
    expect(table.dawdles).toBe(4);
    render(Game, { table, onagain: () => undefined });
    await user.click(screen.getByRole('button', { name: 'Remind Ines' }));
    expect(said).toEqual([{ t: 'nudge', seat: 4 }]);
    await tick();
    expect(screen.queryByRole('button', { name: 'Remind Ines' })).toBeNull();
    expect(dawdler(sit({ runs: [3] }, 3), Date.now() - 60_000)).toBe(-1); // a bot
  });

  it('is heard, seen on the tab, and stands in the log', async () => {
    const table = sit({});
    render(Game, { table, onagain: () => undefined });
    table.hear({ t: 'said', said: [{ m: 0, after: 0, seat: 1, what: { kind: 'nudged', target: 0 } }] });
    await tick();
    expect(screen.getAllByRole('alert').some((a) => a.textContent?.startsWith('Oleh reminds you: it is your turn.'))).toBe(true);
    expect(pageTitle(table)).toBe('They are waiting for you!');
    expect(text(line(table, table.log.at(-1)!)!)).toBe('Oleh reminded you');
    table.hear({ t: 'update', n: 2, events: [], view: at.view(), ask: at.myTurn });
    expect(pageTitle(table)).not.toBe('They are waiting for you!');
  });
});

describe('what was said', () => {
  it('stands in the log where it was said', () => {
    const table = new Table(at.info());
    table.hear({ t: 'welcome', protocol: 2, table: at.info(), n: 9, view: at.view(), ask: at.myTurn, events: at.STORY, said: [
      { m: 0, after: 2, seat: 0, what: { kind: 'paused' } }, { m: 1, after: 2, seat: 0, what: { kind: 'resumed' } }, { m: 3, after: at.STORY.length, seat: 0, what: { kind: 'timed', turn: 30, bank: 0, window: 0 } },
    ] });
    expect(table.log.map((e) => e.told.kind).filter((kind, i) => i < 5 || kind === 'timed')).toEqual(['round', 'laid', 'paused', 'resumed', 'looked', 'timed']);
    expect(text(line(table, table.log.at(-1)!)!)).toBe('You set the clock');
    expect(table.last?.told.kind).toBe('laid');
  });

  it('says for whom a bot has played, and why', () => {
    const table = sit({});
    for (const [told, expected] of [[{ seat: 1, word: 'late' }, 'Time was up: a bot played for Oleh'], [{ seat: 0, word: 'late' }, 'Your time was up: a bot played for you'], [{ seat: 4, word: 'away' }, 'A bot played for Ines, who is away']] as const)
      expect(text(line(table, { id: 1, round: 1, told: { kind: 'stood', ...told } })!)).toBe(expected);
  });
});

describe('the choice of a clock', () => {
  it('offers none, a turn or a bank, and what is set', async () => {
    const user = userEvent.setup(), wishes: FromClient[] = [], tell = (m: FromClient) => wishes.push(m);
    const shown = render(ClockChoice, { info: at.info(), tell });
    await user.click(screen.getByRole('button', { name: 'Bank' }));
    await shown.rerender({ info: at.info(6, { clock: { ...at.NO_CLOCK, turn: 15, bank: 600 } }), tell });
    await user.selectOptions(screen.getByLabelText('For the whole game'), '30 minutes');
    await user.selectOptions(screen.getByLabelText('To object to a move, the same for everybody'), '20 seconds');
    await user.click(screen.getByRole('button', { name: 'None' }));
    expect(wishes).toEqual([
      { t: 'clock', turn: 15, bank: 600, window: 10 }, { t: 'clock', turn: 15, bank: 1800, window: 10 }, { t: 'clock', turn: 15, bank: 600, window: 20 }, { t: 'clock', turn: 0, bank: 0, window: 10 },
    ]);
  });
});
