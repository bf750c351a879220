import { cleanup, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { OFFLINE } from '../../src/fixtures/catalogue';
import * as at from '../../src/fixtures/positions';
import { useLang } from '../../src/i18n/index.svelte';
import { Chooser } from '../../src/lobby/chooser.svelte';
import Home from '../../src/lobby/Home.svelte';
import OpenTables from '../../src/lobby/OpenTables.svelte';
import Return from '../../src/lobby/Return.svelte';
import { read, usual, written } from '../../src/lobby/rules';
import Waiting from '../../src/lobby/Waiting.svelte';
import type { FromClient } from '../../src/protocol';

beforeAll(async () => void (await Promise.all([import('../../src/lobby/Open.svelte'), import('../../src/lobby/Change.svelte')])), 30_000); // they come later
beforeEach(async () => {
  await useLang('en');
  localStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface Posted { game?: string; edition?: string; extras?: string[]; players: number; first?: number; switches: Record<string, string>; bots: number; level?: string }

/** A server that takes no table and notes what it was asked for. */
function refusing(): Posted[] {
  const posted: Posted[] = [];
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    posted.push(JSON.parse(String(init.body)) as Posted);
    return Promise.resolve(new Response('{"code":"X","text":"Full house."}', { status: 409 }));
  });
  return posted;
}

describe('playing at once', () => {
  it('takes one press', async () => {
    const posted = refusing();
    render(Home, { source: OFFLINE });
    await userEvent.click(screen.getByRole('button', { name: 'Play now' }));
    expect(posted).toEqual([{ game: 'classic', edition: '', extras: [], players: 5, switches: {}, bots: 4, name: 'Guest', lang: 'en', playNow: true, lot: expect.stringMatching(/^[0-9a-f]{32}$/) as string }]);
    expect((await screen.findByRole('alert')).textContent).toBe('Full house.');
  });

  it('plays what was chosen last', async () => {
    localStorage.setItem('undermine.chosen', '1~lost-mines~russian~4');
    const posted = refusing();
    render(Home, { source: OFFLINE });
    expect(await screen.findByText('The Lost Mines once more, with 3 bots.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Play now' }));
    expect(posted[0]).toMatchObject({ game: 'lost-mines', edition: 'russian', players: 4, bots: 3 });
  });
});

describe('opening a table', () => {
  it('sends what is chosen, and only the rules that were changed', async () => {
    const posted = refusing(), user = userEvent.setup();
    render(Home, { source: OFFLINE });
    await user.type(screen.getByLabelText('Your name at the table'), 'Ines');
    await user.click(await screen.findByRole('radio', { name: 'Ukrainian edition' }));
    await user.click(screen.getByRole('switch', { name: 'Saboteur 2' }));
    await user.click(within(screen.getByRole('group', { name: 'Players' })).getByRole('button', { name: 'More' }));
    await user.selectOptions(screen.getByLabelText(/several goals/), 'chooseOne');
    await user.selectOptions(screen.getByLabelText(/^How well bots play/), 'random');
    await user.click(screen.getByRole('button', { name: 'Open the table' }));
    expect(posted).toEqual([{ game: 'classic', edition: 'ukrainian', extras: ['saboteur2'], players: 6, switches: { multiGoal: 'chooseOne' }, bots: 2, level: 'random', name: 'Ines', lang: 'en' }]);
    expect(localStorage.getItem('undermine.chosen')).toBe('');
  });

  it('says why an extra does not go, and does not take it', async () => {
    const user = userEvent.setup();
    render(Home, { source: OFFLINE });
    await user.click(await screen.findByRole('switch', { name: 'Saboteur 2' }));
    const tournament = await screen.findByRole<HTMLInputElement>('switch', { name: 'Variant: Tournament', description: /Cannot be combined with “Saboteur 2”\./ });
    expect(tournament.getAttribute('aria-disabled')).toBe('true');
    await user.click(tournament);
    expect(tournament.checked).toBe(false);
    expect(screen.getByText('With “Saboteur 2”.')).toBeTruthy();
  });

  it('asks which seat begins once the host is to name it', async () => {
    const posted = refusing(), user = userEvent.setup();
    render(Home, { source: OFFLINE });
    const rule = await screen.findByLabelText(/^Who begins the first round/), open = screen.getByRole('button', { name: 'Open the table' });
    expect(screen.queryByLabelText('Who begins?')).toBeNull();
    await user.selectOptions(rule, 'named by the host');
    const seats = screen.getByLabelText<HTMLSelectElement>('Who begins?');
    expect([...seats.options].map((o) => o.text)).toEqual(['Seat 1: you', 'Seat 2', 'Seat 3', 'Seat 4', 'Seat 5']);
    await user.selectOptions(seats, 'Seat 5');
    await user.click(open);
    await user.click(within(screen.getByRole('group', { name: 'Players' })).getByRole('button', { name: 'Fewer' }));
    expect(seats.selectedOptions[0]?.text).toBe('Seat 4');
    await user.click(open);
    await user.selectOptions(rule, '');
    await user.click(open);
    expect(posted.map((p) => [p.players, p.first, p.switches['firstPlayer']])).toEqual([[5, 4, 'host'], [4, 3, 'host'], [4, undefined, undefined]]);
  });

  it('finds rules by the words in them', async () => {
    const user = userEvent.setup();
    render(Home, { source: OFFLINE });
    await user.type(await screen.findByLabelText('Search the rules by words'), 'SEVERAL gold');
    expect(screen.getByText('1 rule found')).toBeTruthy();
    expect(screen.queryByLabelText(/^Who begins the first round/)).toBeNull();
    expect(screen.getByLabelText(/several goals/)).toBeTruthy();
  });
});

describe('a link to rules', () => {
  it('says the whole of a choice, and is read the same', () => {
    const rules = { ...usual('classic'), edition: 'deluxe', players: 7, extras: ['saboteur2', 'veto'], switches: { multiGoal: 'chooseOne', 'goals.cells': '8,-2 8,2', mapTalk: '' } };
    const link = written(rules);
    expect(link).toBe('1~classic~deluxe~7~saboteur2,veto~multiGoal:chooseOne~goals.cells:8,-2_8,2');
    expect(read(new URLSearchParams(`rules=${link}`).get('rules')!)).toEqual({ ...rules, switches: { multiGoal: 'chooseOne', 'goals.cells': '8,-2 8,2' } });
    expect(written(usual('duel'))).toBe('1~duel');
  });

  it.each([['', 'broken'], ['2~classic', 'version'], ['1~', 'broken'], ['1~classic~~many', 'broken'], ['1~classic~~5~~goldDraw', 'broken'], ['hello', 'broken']])('%j is %s', (link, how) => {
    expect(read(link)).toBe(how);
  });

  it('that cannot be read says so, and the form is as usual', async () => {
    render(Home, { source: OFFLINE, link: '9~chess' });
    expect((await screen.findByRole('alert')).textContent).toContain('newer version');
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /^The Mine/ })).checked).toBe(true);
  });

  it('with what does not exist keeps the rest', async () => {
    const chooser = new Chooser(usual(), {
      ...OFFLINE,
      setup: async (asked) => ({ ...(await OFFLINE.setup(asked)), problem: asked.extras?.includes('monorail') ? { code: 'BAD_EXTRA', text: 'There is no monorail.' } : null }),
    });
    await chooser.follow('1~classic~deluxe~6~monorail,saboteur2~multiGoal:chooseOne~speed:high');
    await vi.waitFor(() => expect(chooser.problem).toBe('There is no monorail.'));
    expect(chooser.rules).toMatchObject({ edition: 'deluxe', players: 6, extras: ['saboteur2'], switches: { multiGoal: 'chooseOne' } });
  });
});

describe('the waiting room', () => {
  it('lets the host arrange seats, bots and rules', async () => {
    const told: unknown[] = [], tell = (message: unknown) => told.push(message), user = userEvent.setup();
    const info = at.info(6, { status: 'open' });
    info.seats[5] = { ...info.seats[5]!, kind: 'open', name: '' };
    render(Waiting, { info, tell, qr: '/icon.svg', source: OFFLINE });
    await user.click(screen.getByRole('button', { name: 'Add a bot' }));
    await user.click(screen.getByRole('button', { name: 'Move seat 2 up' }));
    await user.selectOptions(await screen.findByLabelText('How well Rook plays'), 'random');
    await user.click(screen.getByRole('button', { name: 'Remove Rook' })); // a bot is not asked
    await user.click(screen.getByRole('button', { name: 'Remove Oleh' }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await user.click(screen.getByRole('button', { name: 'Fast' }));
    await user.click(screen.getByRole('button', { name: 'Change the rules' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.click(await dialog.findByRole('radio', { name: 'Ukrainian edition' }));
    await user.click(dialog.getByRole('button', { name: 'Play by these' }));
    await user.click(screen.getByRole('button', { name: 'Change' }));
    await user.type(screen.getByLabelText('Your name at the table'), '!');
    await user.click(screen.getByLabelText('Face 8'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(told).toEqual([
      { t: 'bot', seat: 5 }, { t: 'swap', a: 0, b: 1 }, { t: 'bot', seat: 3, level: 'random' }, { t: 'free', seat: 3 }, { t: 'free', seat: 1 },
      { t: 'set', pace: 'fast', takeover: false },
      { t: 'rules', game: 'classic', edition: 'ukrainian', extras: [], players: 6, switches: {} }, { t: 'me', name: 'Marta!', avatar: 7 },
    ]);
  });

  it('lists the games that go on, and forgets the others', async () => {
    localStorage.setItem('undermine.games', 'mine over gone stranger');
    vi.stubGlobal('fetch', (url: string) => {
      const id = url.split('/').at(-1)!, body = { mine: at.info(3, { id }), over: at.info(3, { id, status: 'over' }), stranger: at.info(3, { id, you: -1 }) }[id];
      return Promise.resolve(new Response(JSON.stringify(body ?? { code: 'NO_TABLE', text: 'No.' }), { status: body ? 200 : 404 }));
    });
    render(Return);
    const links = await screen.findAllByRole('link');
    expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([['/t/mine', 'With Oleh, Даринаunder way']]);
    expect(localStorage.getItem('undermine.games')).toBe('mine');
  });

  it('lists tables that wait for strangers', async () => {
    const tables = [{ id: 'aa', game: 'The Mine', extras: ['Veto'], players: 5, free: 2, host: 'Oleh' }, { id: 'bb', game: 'The Duel', extras: [], players: 2, free: 1, host: 'Ines' }];
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ tables }))));
    render(OpenTables);
    const links = await screen.findAllByRole('link');
    expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([['/t/aa', 'Oleh: The Mine + Veto2 of 5 seats are free'], ['/t/bb', 'Ines: The Duel1 of 2 seats is free']]);
  });

  it('lets the host show the table to strangers', async () => {
    const told: FromClient[] = [];
    render(Waiting, { info: at.info(6, { status: 'open' }), tell: (message) => told.push(message), qr: '/icon.svg', source: OFFLINE });
    await userEvent.click(screen.getByRole('checkbox', { name: /^Show this table on the home page/ }));
    expect(told).toEqual([{ t: 'public', on: true }]);
  });

  it('lets only the host start, and tells guests what is played', async () => {
    render(Waiting, { info: at.info(6, { status: 'open', you: 1 }), qr: '/icon.svg', source: OFFLINE });
    expect(screen.queryByRole('button', { name: /Start/ })).toBeNull();
    expect(screen.getByText('Marta starts the game.')).toBeTruthy();
    expect(await screen.findByText(/^The Mine, 5 players/)).toBeTruthy();
  });
});
