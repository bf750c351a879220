import axe from 'axe-core';
import { cleanup, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import Fixture from '../../src/fixtures/Fixture.svelte';
import * as at from '../../src/fixtures/positions';
import { useLang } from '../../src/i18n/index.svelte';
import Home from '../../src/lobby/Home.svelte';
import Waiting from '../../src/lobby/Waiting.svelte';
import { GAMES } from '../../src/fixtures/catalogue';
import Game from '../../src/table/Game.svelte';
import { Table } from '../../src/table/table.svelte';

beforeAll(() => useLang('en'));
beforeEach(() => {
  localStorage.clear();
  window.innerWidth = 1280;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function play() {
  const acts: number[] = [], table = new Table(at.info());
  table.attach({ act: (a) => (acts.push(a), 'cmd'), why: (id) => table.hear({ t: 'why', id, why: { code: 'EDGE_MISMATCH', rule: 'B-056', text: 'It would meet a wall.' } }), speak: () => undefined, tryNow: () => undefined, stop: () => undefined });
  table.hear({ t: 'welcome', protocol: 1, table: at.info(), n: 1, view: at.view(), ask: at.myTurn, events: at.STORY });
  table.link = 'open';
  render(Game, { table, onagain: () => undefined });
  return { table, acts, user: userEvent.setup() };
}

describe('the table by keyboard alone', () => {
  it('lays a card: digit, arrows, R, Enter', async () => {
    const { acts, user } = play();
    await user.keyboard('2');
    expect(screen.getByText(/fits in/).textContent).toBe('The T-junction fits in 6 places');
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
    await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toContain('Column 8, row 3'));
    await user.keyboard('r{Enter}');
    expect(acts).toEqual([101]);
  });

  it('says when a card was turned to fit', async () => {
    const { user } = play();
    await user.keyboard('2{ArrowUp}');
    expect(document.activeElement?.getAttribute('aria-label')).toContain('when turned');
    expect(screen.getByText('Turned to fit here')).toBeTruthy();
  });

  it('works on a Cyrillic layout', async () => {
    const { acts, user } = play();
    await user.keyboard('{в>}{/в}'); // a layout that says nothing of the key's place is ignored
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'в', code: 'KeyD', bubbles: true }));
    await tick();
    await user.keyboard('6{Enter}');
    expect(acts).toEqual([505]);
  });

  it('chooses a player with arrows', async () => {
    const { acts, user } = play();
    await user.keyboard('3{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.getAttribute('aria-label')).toContain('Rook, bot');
    await user.keyboard('{Enter}');
    expect(acts).toEqual([203]);
  });

  it('steps back with Escape', async () => {
    const { user } = play();
    await user.keyboard('2{ArrowRight}{Escape}{Escape}');
    expect(screen.getByText('Choose a card, or discard one.')).toBeTruthy();
  });

  it('shows the role only while P is held, and never after the window is left', async () => {
    const { user } = play();
    await user.keyboard('{p>}');
    expect(screen.getByText('You are a Gold-digger')).toBeTruthy();
    await user.keyboard('{/p}');
    expect(screen.queryByText('You are a Gold-digger')).toBeNull();
    await user.keyboard('{p>}');
    window.dispatchEvent(new Event('blur'));
    await tick();
    expect(screen.queryByText('You are a Gold-digger')).toBeNull();
  });
});

describe('the table by pointer', () => {
  it('plays on a tapped player, and says why another cannot be chosen', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ id: 'B-056', text: 'Every side must agree.' }))));
    const { acts, user } = play();
    await user.click(screen.getByRole('button', { name: 'Broken lamp.' }));
    await user.click(screen.getByRole('button', { name: /^Oleh/ }));
    const alert = await screen.findByText('It would meet a wall.');
    expect((await within(alert.parentElement!).findByText(/Every side must agree/)).textContent).toContain('B-056');
    await user.click(screen.getByRole('button', { name: /^Ines/ }));
    expect(acts).toEqual([204]);
  });

  it('keeps a private mark for each player of a round', async () => {
    const { user } = play();
    await user.click(screen.getByRole('button', { name: /Your note on Oleh: unsure/ }));
    expect(screen.getByRole('button', { name: /Your note on Oleh: trusted/ })).toBeTruthy();
    expect(localStorage.getItem('undermine.reads.copperlamp.2')).toBe('{"1":"trust"}');
  });

  it('discards', async () => {
    const { acts, user } = play();
    await user.click(screen.getByRole('button', { name: 'Discard…' }));
    await user.click(screen.getByRole('button', { name: /^Dead end/ }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(acts).toEqual([505]);
  });

  it('says the turn aloud when it changes', async () => {
    const { table } = play();
    table.hear({ t: 'update', n: 2, events: [], view: at.view(6, { active: 4 }), ask: { step: 'turn', seats: [4] } });
    await tick();
    expect(screen.getByText('Ines is to move.', { selector: '[aria-live="assertive"]' })).toBeTruthy();
  });
});

describe('said aloud', () => {
  const heard = (how: string) => document.querySelector(`.sr${how}`)?.textContent;

  it('what is chosen by a key that moves no focus, and how it would lie', async () => {
    const { user } = play();
    await user.keyboard('2');
    expect(heard('[role="status"]')).toBe('T-junction: open up, right and left. Fits in 6 places.');
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}r');
    expect(heard('[role="status"]')).toBe('T-junction: open right, down and left. Fits in 6 places.');
    await user.keyboard('3');
    expect(heard('[role="status"]')).toBe('Break a lamp. Choose who is left in the dark.');
    await user.keyboard('{Escape}');
    expect(heard('[role="status"]')).toBe('');
  });

  it('what happens, while it goes on happening', async () => {
    const { table } = play();
    vi.useFakeTimers();
    for (let i = 0; i < 10; i++) {
      table.hear({ t: 'update', n: 2 + i, events: [{ kind: 'passed', seat: 1 + (i % 5), number: 1 }], view: at.view(), ask: { step: 'turn', seats: [4] } });
      await vi.advanceTimersByTimeAsync(120);
      if (i === 1) expect(heard('[role="log"]')).toBe('Oleh discarded a card. Дарина discarded a card');
    }
    expect(heard('[role="log"]')).toContain('other moves. ');
    vi.useRealTimers();
  });

  it('trouble, at once', async () => {
    const { table } = play();
    table.link = 'lost';
    await tick();
    expect(heard('[aria-live="assertive"]')).toBe('Connection lost. Your seat is kept. Trying again…');
    table.link = 'open';
    table.refusal = { code: 'CELL_OCCUPIED', rule: 'B-055', text: 'A card already lies there.' };
    await tick();
    expect(heard('[aria-live="assertive"]')).toBe('Choose again. A card already lies there.');
  });
});

describe('every frozen position', () => {
  const NAMES = ['turn', 'place', 'target', 'map', 'nowhere', 'discard', 'rockfall', 'why', 'twelve', 'peek', 'log', 'notes', 'waiting', 'away', 'watching', 'empty', 'broken', 'offline', 'refused', 'missed', 'loading', 'draft', 'goals', 'orient', 'looked', 'summary', 'buried', 'nobody', 'crowd', 'crowdOver', 'finished', 'home', 'join', 'full', 'unknown', 'lobby'];
  const BOTH = new Set(['turn', 'place', 'target', 'draft', 'summary', 'crowd', 'crowdOver', 'finished', 'home', 'join', 'lobby']);
  it.each(NAMES)('%s draws wide and narrow, and has nothing axe objects to', async (name) => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"id":"","text":""}')));
    for (const width of [1280, 390]) {
      window.innerWidth = width;
      const { container } = render(Fixture, { name });
      await tick();
      expect(container.innerHTML).not.toMatch(/undefined|NaN|\{\w+\}/);
      const found = width < 700 || BOTH.has(name) ? await axe.run(container, { resultTypes: ['violations'], preload: false, rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } }) : { violations: [] };
      expect(found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160)).join(' | ')}`)).toEqual([]);
      cleanup();
    }
  });
});

describe('a round that nobody wins', () => {
  afterEach(() => useLang('en'));

  it.each([
    ['en', 'Nobody wins this round', 'There was no saboteur, and the gold was not found.'],
    ['ru', 'Этот раунд никто не выиграл', 'Вредителей не было, золото не найдено.'],
    ['uk', 'Цей раунд не виграв ніхто', 'Саботерів не було, золота не знайдено.'],
  ] as const)('is summed up as such (%s)', async (lang, title, text) => {
    await useLang(lang);
    render(Fixture, { name: 'nobody' });
    const said = within(screen.getByRole('dialog', { name: title }));
    expect(said.getByRole('heading', { name: title })).toBeTruthy();
    expect(said.getByText(text)).toBeTruthy();
  });

  it('is told on the last page, beside those the saboteurs won', () => {
    const view = at.finishedView(), table = new Table(at.info(6, { status: 'over' }));
    view.results![1] = { ...view.results![1]!, side: 'nobody', finisher: -1, cards: [0, 0, 0, 0, 0, 0] };
    table.hear({ t: 'welcome', protocol: 1, table: table.info, n: 1, view, ask: null, events: [] });
    render(Game, { table, onagain: () => undefined });
    expect(screen.getByText(/over three rounds/).textContent).toBe('6 nuggets over three rounds. The saboteurs held out once. Nobody won one round: there was no saboteur, and the gold was not found.');
  });
});

describe('sharing the gold', () => {
  it('waits until the turned goal was seen', async () => {
    const { table } = play();
    table.turning = true;
    table.hear({ t: 'update', n: 2, events: [], view: at.draftView(), ask: at.draftAsk });
    await tick();
    expect(screen.queryByRole('dialog')).toBeNull();
    table.turning = false;
    await tick();
    expect(within(screen.getByRole('dialog')).getAllByRole('radio').length).toBe(5);
  });

  it('tells by the focus which card the arrows have reached', async () => {
    const { table, user } = play();
    table.hear({ t: 'update', n: 2, events: [], view: at.draftView(), ask: at.draftAsk });
    await tick();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Two nuggets');
    expect(document.activeElement?.getAttribute('aria-checked')).toBe('true');
  });

  it('names the goal that may lie either way', () => {
    render(Fixture, { name: 'orient' });
    expect(screen.getByRole('dialog').getAttribute('aria-label')).toBe('The top goal is stone');
  });
});

describe('the lobby', () => {
  it('plays now with one click', async () => {
    const posted: unknown[] = [];
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => { posted.push([url, JSON.parse(String(init.body))]); return Promise.resolve(new Response('{"code":"X","text":"Full house."}', { status: 409 })); });
    render(Home, { games: GAMES });
    await userEvent.click(screen.getByRole('button', { name: 'Play now' }));
    expect(posted).toEqual([['/api/tables', { players: 5, bots: 4, edition: 'anniversary', name: 'Guest', lang: 'en', playNow: true }]]);
    expect((await screen.findByRole('alert')).textContent).toBe('Full house.');
  });

  it('opens a table with its own rules, and sends only those that were changed', async () => {
    const posted: unknown[] = [];
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => { posted.push(JSON.parse(String(init.body))); return Promise.reject(new Error('no network')); });
    render(Home, { games: GAMES });
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Your name at the table'), 'Ines');
    await user.click(screen.getByRole('button', { name: 'Ukrainian' }));
    await user.click(within(screen.getByRole('group', { name: 'Players' })).getByRole('button', { name: 'More' }));
    await user.selectOptions(screen.getByLabelText(/several goals/), 'chooseOne');
    await user.click(screen.getByRole('button', { name: 'Open the table' }));
    expect(posted).toEqual([{ players: 6, bots: 2, edition: 'ukrainian', switches: { multiGoal: 'chooseOne' }, name: 'Ines', lang: 'en', playNow: false }]);
    expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached');
  });

  it('asks which seat begins once the host is to name it', async () => {
    const posted: { players: number; first?: number; switches: Record<string, string> }[] = [];
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => { posted.push(JSON.parse(String(init.body)) as never); return Promise.resolve(new Response('{"code":"X","text":"No."}', { status: 409 })); });
    render(Home, { games: GAMES });
    const user = userEvent.setup(), rule = screen.getByLabelText(/^Who begins the first round/), open = screen.getByRole('button', { name: 'Open the table' });
    expect(screen.queryByLabelText('Who begins?')).toBeNull();
    await user.selectOptions(rule, 'named by the host');
    const seats = screen.getByLabelText<HTMLSelectElement>('Who begins?');
    expect([...seats.options].map((o) => o.text)).toEqual(['Seat 1: you', 'Seat 2', 'Seat 3', 'Seat 4', 'Seat 5']);
    await user.click(open);
    await user.selectOptions(seats, 'Seat 5');
    await user.click(open);
    await user.click(within(screen.getByRole('group', { name: 'Players' })).getByRole('button', { name: 'Fewer' }));
    expect(seats.selectedOptions[0]?.text).toBe('Seat 4');
    await user.click(open);
    await user.selectOptions(rule, 'drawn at random');
    expect(screen.queryByLabelText('Who begins?')).toBeNull();
    await user.click(open);
    expect(posted.map((p) => [p.players, p.first, p.switches['firstPlayer']])).toEqual([[5, 0, 'host'], [5, 4, 'host'], [4, 3, 'host'], [4, undefined, 'random']]);
  });

  it('lets only the host start', () => {
    render(Waiting, { info: at.info(6, { status: 'open', you: 1 }), qr: '/icon.svg' });
    expect(screen.queryByRole('button', { name: /Start/ })).toBeNull();
    expect(screen.getByText('Marta starts the game.')).toBeTruthy();
  });
});
