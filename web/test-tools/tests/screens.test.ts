import axe from 'axe-core';
import { cleanup, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import Fixture from '../../src/fixtures/Fixture.svelte';
import * as at from '../../src/fixtures/positions';
import { speak } from '../../src/fixtures/box';
import type { Move } from '../../src/protocol';
import Game from '../../src/table/Game.svelte';
import { Table } from '../../src/table/table.svelte';

beforeAll(async () => { for (const lang of ['ru', 'uk'] as const) await speak(lang); }); // a language comes when it is asked for first
beforeEach(async () => {
  await speak('en'); // a test that failed in another language must not fail the next ones
  localStorage.clear();
  window.innerWidth = 1280;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function play() {
  const acts: Move[] = [], table = new Table(at.info());
  table.attach({ act: (a) => (acts.push(a), 'cmd'), why: (id) => table.hear({ t: 'why', id, why: { code: 'EDGE_MISMATCH', rule: 'B-056', text: 'It would meet a wall.' } }), tell: () => undefined, ready: () => undefined, speak: () => undefined, tryNow: () => undefined, stop: () => undefined });
  table.hear({ t: 'welcome', said: [], protocol: 2, table: at.info(), n: 1, view: at.view(), ask: at.myTurn, events: at.STORY });
  table.link = 'open';
  table.gotIt();
  render(Game, { table, onagain: () => undefined });
  return { table, acts, user: userEvent.setup() };
}

describe('the table by keyboard alone', () => {
  it('lays a card: digit, arrows, R, Enter', async () => {
    const { acts, user } = play();
    await user.keyboard('2');
    expect(screen.getByText(/fits in/).textContent).toBe('The T-junction fits in 6 places');
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
    await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toContain('Seven to the right.'));
    await user.keyboard('r{Enter}');
    expect(acts).toEqual([{ verb: 'lay', card: 'NEW', x: 7, y: 0, turned: true }]);
  });

  it('says when a card was turned to fit', async () => {
    const { user } = play();
    await user.keyboard('2{ArrowUp}');
    await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toContain('when turned'));
    expect(screen.getByText('Turned to fit here')).toBeTruthy();
  });

  it('works on a Cyrillic layout', async () => {
    const { acts, user } = play();
    await user.keyboard('{в>}{/в}'); // a layout that says nothing of the key's place is ignored
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'в', code: 'KeyD', bubbles: true }));
    await tick();
    await user.keyboard('6{Enter}');
    expect(acts).toEqual([{ verb: 'pass', cards: ['N|E|S'] }]);
  });

  it('chooses a player with arrows', async () => {
    const { acts, user } = play();
    await user.keyboard('3{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.getAttribute('aria-label')).toContain('Rook, bot');
    await user.keyboard('{Enter}{Enter}'); // the second one means it
    expect(acts).toEqual([{ verb: 'break', card: 'break-lamp', target: 3 }]);
  });

  it('steps back with Escape', async () => {
    const { user } = play();
    await user.keyboard('2{ArrowRight}{Escape}{Escape}');
    expect(screen.getByText('Choose a card, or discard one.')).toBeTruthy();
  });

  it('turns the role over at the start of each round, once', async () => {
    const table = new Table(at.info()), next = () => table.hear({ t: 'update', n: 2, events: [], view: at.view(6, { round: 3, mine: { ...at.view().mine!, role: 'saboteur' } }), ask: at.myTurn });
    table.hear({ t: 'welcome', said: [], protocol: 2, table: at.info(), n: 1, view: at.view(), ask: at.myTurn, events: [] });
    table.link = 'open';
    render(Game, { table, onagain: () => undefined });
    const user = userEvent.setup(), said = () => screen.queryByRole('dialog')?.textContent ?? '';
    expect(said()).toContain('You are a Gold-digger You win this round if a tunnel from the entrance reaches the gold');
    window.dispatchEvent(new Event('blur'));
    await tick();
    expect(document.querySelector('.dealt .front')).toBeNull();
    await user.keyboard('{Enter}');
    expect(said()).toBe('');
    next();
    await tick();
    expect(said()).toContain('You are a Saboteur');
    await user.keyboard('{Enter}');
    next();
    await tick();
    expect(said()).toBe('');
    expect(new Table(at.info()).dealt).toBe('');
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

describe('finding one’s way', () => {
  it('every page has one heading of the first rank', async () => {
    for (const name of ['turn', 'loading', 'finished', 'home', 'join', 'unknown', 'lobby']) {
      render(Fixture, { name });
      await tick();
      expect(screen.getAllByRole('heading', { level: 1 }).length, name).toBe(1);
      cleanup();
    }
  });
  it.each([['turn', 'What to do'], ['home', 'Play now'], ['unknown', 'Open your own'], ['lobby', 'Copy']])('%s begins at what to do first', async (name, first) => {
    render(Fixture, { name });
    await tick();
    expect(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent).toBe(first);
  });
  it('asks before a running game is left', async () => {
    const { user } = play();
    await user.keyboard('?');
    await user.click(screen.getByRole('button', { name: 'Leave the table' }));
    expect(screen.getByRole('dialog', { name: 'Leave this game?' }).textContent).toContain('Your seat is kept');
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('comes back to the prompt when a dialog was opened from nowhere', async () => {
    const { user } = play();
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('?{Escape}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('What to do');
  });
  it('the language button opens a menu, by keys too, and the table goes on in that language', async () => {
    const { user } = play();
    const button = screen.getByRole('button', { name: 'EN: Language, English' });
    await user.click(button);
    expect(document.activeElement?.textContent).toBe('English');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Українська');
    await user.keyboard('{Escape}');
    expect([screen.queryByRole('menu'), document.activeElement]).toEqual([null, button]);
    await user.click(button);
    await user.click(screen.getByRole('menuitemradio', { name: 'Русский' }));
    expect(await screen.findByRole('button', { name: 'RU: Язык, Русский' })).toBeTruthy();
    expect(localStorage.getItem('undermine.lang')).toBe('ru');
    await speak('en');
  });
});

describe('what has happened', () => {
  it('is shown where it was when its line is pressed', async () => {
    const { user } = play();
    await user.click(screen.getByRole('button', { name: 'Ines laid a T-junction: six to the right' }));
    expect(document.querySelector<HTMLElement>('.pointed')?.style.left).toBe('624px');
    await user.click(screen.getByRole('button', { name: /^Копач broke Oleh/ }));
    expect(document.querySelector('.pl.shown')?.getAttribute('data-seat')).toBe('1');
  });
  it('is one stop for Tab, and the arrows go through its lines without moving the aim', async () => {
    const { user } = play();
    const log = document.getElementById('log')!, lines = [...log.querySelectorAll('button')];
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.filter((l) => l.tabIndex >= 0)).toEqual([]);
    await user.keyboard('2'); // a card is held: outside the log the arrows would aim
    log.focus();
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(lines.at(-1));
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}');
    expect(document.activeElement).toBe(lines.at(-2));
    await user.keyboard('{Enter}');
    expect(document.querySelector('.layer .ghost')).toBeNull();
  });

  it('stays outlined until something else happens', async () => {
    const { table } = play(), last = () => document.querySelector<HTMLElement>('.layer .last')?.style.left;
    expect(last()).toBe('624px');
    table.hear({ t: 'update', n: 2, events: [{ kind: 'broke', seat: 1, target: 2, card: 'break-lamp', tool: 'lamp' }], view: at.view(), ask: at.myTurn });
    await tick();
    expect([last(), document.querySelector('.pl.last')?.getAttribute('data-seat')]).toEqual([undefined, '2']);
    table.hear({ t: 'update', n: 3, events: [{ kind: 'round', number: 3, seat: 1 }], view: at.view(), ask: at.myTurn });
    await tick();
    expect(document.querySelector('.last')).toBeNull();
  });
  it('is said large when it happened to you, with who did it', async () => {
    const { table } = play(), said = () => document.querySelector('.struck')?.textContent;
    table.hear({ t: 'update', n: 2, events: [{ kind: 'broke', seat: 3, target: 2, card: 'break-lamp', tool: 'lamp' }], view: at.view(), ask: at.myTurn });
    await tick();
    expect(said()).toBeUndefined();
    table.hear({ t: 'update', n: 3, events: [{ kind: 'broke', seat: 3, target: 0, card: 'break-lamp', tool: 'lamp' }], view: at.view(), ask: at.myTurn });
    await tick();
    expect(said()).toContain('Rook broke your lamp');
  });
  it('is said large and shown at whoever any other card was played on', async () => {
    const { table } = play(), on = (target: number) => ({ kind: 'played', seat: 3, card: 'break-lamp', move: { verb: 'trap', card: 'break-lamp', target } });
    table.hear({ t: 'update', n: 2, events: [on(2)], view: at.view(), ask: at.myTurn });
    await tick();
    expect([document.querySelector('.struck'), document.querySelector('.pl.last')?.getAttribute('data-seat')]).toEqual([null, '2']);
    table.hear({ t: 'update', n: 3, events: [on(0)], view: at.view(), ask: at.myTurn });
    await tick();
    expect(document.querySelector('.struck.harm')?.textContent).toContain('Rook played “Broken lamp” on you');
  });
  it('is said in the prompt while it keeps you from digging, and nothing else that lies before you', async () => {
    const { table } = play(), before = (front: string[]) => at.view(6, { players: at.view().players.map((p) => (p.seat === 0 ? { ...p, front } : p)) });
    table.hear({ t: 'update', n: 2, events: [], view: before(['break-lamp', 'map']), ask: at.myTurn });
    await tick();
    expect(document.querySelector('.bar .text')?.textContent).toBe('Lamp broken. Repair, play an action, or discard.');
  });
  it('stands in one line above the prompt of a narrow window', () => {
    window.innerWidth = 390;
    play();
    expect(document.querySelector('.prompt .last')?.textContent).toBe('Ines laid a T-junction');
  });
});

describe('the table by pointer', () => {
  it('plays on a tapped player, and says why another cannot be chosen', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ id: 'B-056', text: 'Every side must agree.' }))));
    const { acts, user } = play();
    await user.click(screen.getByRole('button', { name: 'Broken lamp.' }));
    await user.click(screen.getByRole('button', { name: /^Oleh, human/ }));
    const alert = await screen.findByText('It would meet a wall.');
    expect(alert.textContent).not.toContain('B-056'); // the code stands behind "Rule"
    const rule = (await within(alert.parentElement!).findByText(/Every side must agree/)).closest('details')!;
    expect([rule.open, rule.textContent]).toEqual([false, 'RuleB-056Every side must agree.']);
    await user.click(screen.getByRole('button', { name: /^Ines, human/ }));
    expect(acts).toEqual([]);
    await user.click(screen.getByRole('button', { name: /Play it/ }));
    expect(acts).toEqual([{ verb: 'break', card: 'break-lamp', target: 4 }]);
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
    expect(acts).toEqual([{ verb: 'pass', cards: ['N|E|S'] }]);
  });

  it('calls only your own turn at once', async () => {
    const { table } = play(), called = () => document.querySelector('[aria-live="assertive"]')?.textContent;
    expect(called()).toMatch(/^Your turn\./);
    table.hear({ t: 'update', n: 2, events: [], view: at.view(6, { asked: [4] }), ask: at.asks(4) });
    await tick();
    expect(called()).toBe('');
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
      table.hear({ t: 'update', n: 2 + i, events: [{ kind: 'passed', seat: 1 + (i % 5), number: 1 }], view: at.view(), ask: at.asks(4) });
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
  const NAMES = ['role', 'roleSaboteur', 'coach', 'coachRole', 'turn', 'place', 'target', 'map', 'nowhere', 'discard', 'rockfall', 'why', 'twelve', 'peek', 'log', 'notes', 'waiting', 'laid', 'thrown', 'spied', 'struck', 'helped', 'fallen', 'found', 'away', 'watching', 'empty', 'broken', 'offline', 'refused', 'missed', 'loading', 'draft', 'goals', 'orient', 'looked', 'summary', 'buried', 'nobody', 'crowd', 'crowdOver', 'finished', 'home', 'guide', 'join', 'full', 'unknown', 'lobby'];
  const BOTH = new Set(['turn', 'place', 'target', 'draft', 'summary', 'crowd', 'crowdOver', 'finished', 'home', 'join', 'lobby']);
  it.each(NAMES)('%s draws wide and narrow, and has nothing axe objects to', async (name) => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"id":"","text":"","title":"","players":3,"extras":[],"sections":[]}')));
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
  afterEach(() => speak('en'));

  it.each([
    ['en', 'Nobody wins this round', 'There was no saboteur, and the gold was not found.'],
    ['ru', 'Этот раунд никто не выиграл', 'Вредителей не было, золото не найдено.'],
    ['uk', 'Цей раунд не виграв ніхто', 'Саботерів не було, золота не знайдено.'],
  ] as const)('is summed up as such (%s)', async (lang, title, text) => {
    await speak(lang);
    render(Fixture, { name: 'nobody' });
    const said = within(screen.getByRole('dialog', { name: title }));
    expect(said.getByRole('heading', { name: title })).toBeTruthy();
    expect(said.getByText(text)).toBeTruthy();
  });

  it('is told on the last page, beside those the saboteurs won', () => {
    const view = at.finishedView(), table = new Table(at.info(6, { status: 'over' }));
    view.results[1] = { ...view.results[1]!, won: 'nobody', gold: 'buried', finisher: null, goldCards: [0, 0, 0, 0, 0, 0] };
    table.hear({ t: 'welcome', said: [], protocol: 2, table: table.info, n: 1, view, ask: null, events: [] });
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
    expect(document.activeElement?.getAttribute('aria-label')).toBe('2 nuggets');
    expect(document.activeElement?.getAttribute('aria-checked')).toBe('true');
  });

  it('names the goal that may lie either way', () => {
    render(Fixture, { name: 'orient' });
    expect(screen.getByRole('dialog').getAttribute('aria-label')).toBe('The top goal is stone, curve up-right');
  });
});
