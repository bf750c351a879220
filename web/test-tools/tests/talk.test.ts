import axe from 'axe-core';
import { cleanup, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { speak } from '../../src/fixtures/box';
import * as at from '../../src/fixtures/positions';
import { replay } from '../../src/fixtures/replay';
import type { FromClient, Remark, TableInfo } from '../../src/protocol';
import { Replayer } from '../../src/replay/replayer.svelte';
import Game from '../../src/table/Game.svelte';
import Log from '../../src/table/Log.svelte';
import { line, text } from '../../src/table/story';
import { Table } from '../../src/table/table.svelte';
import Talk from '../../src/talk/Talk.svelte';

beforeEach(async () => {
  await speak('en');
  localStorage.clear();
  window.innerWidth = 1280;
});
afterEach(cleanup);

const told: FromClient[] = [];
function sit(more: Partial<TableInfo> = {}, said: Remark[] = []): Table {
  const info = at.info(6, more), table = new Table(info);
  told.length = 0;
  table.attach({ act: () => 'cmd', why: () => undefined, tell: (m) => told.push(m), ready: () => undefined, speak: () => undefined, tryNow: () => undefined, stop: () => undefined });
  table.hear({ t: 'welcome', said, protocol: 2, table: info, n: 1, view: at.view(6, info.you < 0 ? { mine: null } : {}), ask: at.myTurn, events: at.STORY });
  table.link = 'open';
  table.gotIt();
  return table;
}
const claim = (m: number, seat: number, claim: { kind: string; [field: string]: string | number }): Remark => ({ m, after: 0, seat, what: { kind: 'claim', claim } });
const chat = (m: number, seat: number, words: string): Remark => ({ m, after: 99, seat, what: { kind: 'chat', text: words } });
const newest = (table: Table): string => text(line(table, table.log.at(-1)!)!);

describe('saying something', () => {
  it('is a button, a choice for each field, and a sentence to look at', async () => {
    const user = userEvent.setup(), table = sit();
    let closed = 0;
    const { container } = render(Talk, { table, onclose: () => closed++ });
    await user.click(screen.getByRole('button', { name: 'I will mend…' }));
    expect(screen.getByRole('button', { name: 'Say it' })).toHaveProperty('disabled', true);
    expect(within(screen.getByRole('group', { name: 'Who' })).queryByText('Marta')).toBeNull(); // nobody promises themselves
    await user.click(screen.getByRole('button', { name: 'Oleh' }));
    await user.click(screen.getByRole('button', { name: 'Lamp' }));
    expect(screen.getByText('You: “I will mend Oleh’s lamp.”')).toBeTruthy();
    expect((await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Say it' }));
    expect(told).toMatchObject([{ t: 'say', claim: { kind: 'promise-mend', target: 1, tool: 'lamp' } }]);
    expect(closed).toBe(1);
  });

  it('needs no choice where there is none, and goes by keys alone', async () => {
    const user = userEvent.setup(), table = sit();
    render(Game, { table, onagain: () => undefined });
    await user.keyboard('t');
    await screen.findByRole('dialog');
    screen.getByRole('button', { name: 'I will dig for the gold' }).focus();
    await user.keyboard('{Enter}');
    expect(told.filter((m) => m.t === 'say')).toMatchObject([{ claim: { kind: 'promise-dig' } }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is a line in one’s own words, unless the host has switched that off', async () => {
    const user = userEvent.setup();
    render(Talk, { table: sit(), onclose: () => undefined });
    await user.type(screen.getByLabelText('In your own words'), 'to the right!{Enter}');
    expect(told).toMatchObject([{ t: 'chat', text: 'to the right!' }]);
    cleanup();
    render(Talk, { table: sit({ chat: false }), onclose: () => undefined });
    expect(screen.queryByLabelText('In your own words')).toBeNull();
    expect(screen.getByText('The host has switched chat off.')).toBeTruthy();
    cleanup();
    render(Talk, { table: sit({ you: -1 }), onclose: () => undefined });
    expect(screen.queryByRole('button', { name: 'I trust…' })).toBeNull();
  });
});

describe('what is said', () => {
  it('is read in one’s own language, with the right cases', async () => {
    const table = sit();
    table.hear({ t: 'said', said: [claim(0, 1, { kind: 'ask-mend', tool: 'lamp' })] });
    expect(newest(table)).toBe('Oleh: “Please mend my lamp.”');
    await speak('ru');
    expect(newest(table)).toBe('Oleh: «Почините мне лампу, пожалуйста».');
    table.hear({ t: 'said', said: [claim(1, 1, { kind: 'promise-mend', target: 0, tool: 'pick' })] });
    expect(newest(table)).toBe('Oleh: «Я починю вашу кирку».');
    await speak('uk');
    table.hear({ t: 'said', said: [claim(2, 1, { kind: 'goal', goal: 1, card: 'stone' })] });
    expect(newest(table)).toBe('Oleh: «Середня ціль — камінь».');
    table.hear({ t: 'said', said: [chat(3, 2, '{name} <b>no</b> told')] });
    expect(newest(table)).toBe('Дарина: {name} <b>no</b> told');
  });

  it('is no move, and is said aloud like what happens', async () => {
    const table = sit();
    render(Game, { table, onagain: () => undefined });
    table.hear({ t: 'said', said: [claim(0, 1, { kind: 'accuse', target: 0 })] });
    expect(table.last?.told.kind).toBe('laid');
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(screen.getAllByRole('log').map((e) => e.textContent).join()).toContain('Oleh says that you work against them');
  });

  it('is not shown of whoever is muted here, also later', async () => {
    const user = userEvent.setup(), table = sit({}, [chat(0, 1, 'first')]);
    const shown = () => [...document.querySelectorAll('.log li')].map((li) => li.textContent).join('|');
    render(Log, { table, onshow: () => undefined });
    expect(shown()).toContain('first');
    render(Talk, { table, onclose: () => undefined });
    await user.click(screen.getByLabelText('Oleh'));
    table.hear({ t: 'said', said: [chat(1, 1, 'second'), chat(2, 4, 'third')] });
    await tick();
    expect(shown()).not.toMatch(/first|second/);
    expect(shown()).toContain('third');
    expect(new Table(at.info()).muted).toEqual([1]);
    await user.click(screen.getByLabelText('Oleh'));
    expect(shown()).toMatch(/first.*second/);
  });

  it('stands in a replay where it was said', () => {
    const game = replay(), before = game.frames.slice(0, 4).reduce((n, f) => n + f.events.length, 0);
    const looked = new Replayer(at.info(6, { status: 'over' }), { ...game, said: [{ ...chat(0, 1, 'now'), after: before }] }, 2);
    const says = () => looked.table.log.filter((e) => e.text === 'now').length;
    expect(says()).toBe(0);
    looked.go(3);
    expect(says()).toBe(1);
    looked.go(4);
    expect(says()).toBe(1);
    looked.go(8);
    expect(says()).toBe(1);
    looked.go(1);
    expect(says()).toBe(0);
  });
});
