import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { flushSync } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as at from '../../src/fixtures/positions';
import { replay as game } from '../../src/fixtures/replay';
import { speak } from '../../src/fixtures/box';
import { replayIn, tableIn } from '../../src/place';
import type { Cell, Update } from '../../src/protocol';
import FilePage from '../../src/replay/FilePage.svelte';
import Replay from '../../src/replay/Replay.svelte';
import { counted, rounds, withHindsight } from '../../src/replay/look';
import { Replayer } from '../../src/replay/replayer.svelte';
import Finished from '../../src/table/Finished.svelte';
import { theBox } from '../../src/table/box.svelte';
import { Table } from '../../src/table/table.svelte';

beforeAll(() => speak('en'));
const info = at.info(6, { status: 'over' });
let replay: Replayer;
beforeEach(() => (replay = new Replayer(info, game())));
const goals = (frames: Update[], i: number) => frames[i]!.view.cells!.filter((c: Cell) => c.kind === 'goal').map((c) => c.card ?? '');

describe('a finished game', () => {
  it('falls into its rounds, each with its end', () => {
    const found = rounds(game().frames);
    expect(found.map((r) => r.round)).toEqual([1, 2, 3]);
    expect(found.map((r) => r.end.results.length)).toEqual([1, 2, 3]);
    expect(found[1]!.from).toBe(found[0]!.to + 1);
    expect(found.map((r) => r.earned)).toEqual([[0, 0, 3, 3, 0, 0], [3, 1, 2, 0, 2, 1], [3, 2, 0, 2, 2, 1]]);
  });
  it('tells who did what to whom', () => {
    const [first] = rounds(game().frames);
    expect(first!.deeds[3]).toEqual({ laid: 2, broke: [0], mended: [], looked: [], rockfalls: 1, discards: 0, played: new Map() });
    expect(first!.deeds[1]).toMatchObject({ mended: [0] });
    expect(first!.deeds[2]).toMatchObject({ looked: [0] });
    expect(first!.deeds[5]).toMatchObject({ discards: 1 });
    expect(counted([2, 4, 2])).toEqual([[2, 2], [4, 1]]);
  });
  it('tells of every other card on whom it was played', () => {
    const { frames } = game(), on = (target: number) => ({ kind: 'played', seat: 1, card: 'trap', move: { verb: 'trap', card: 'trap', target } });
    frames[1] = { ...frames[1]!, events: [...frames[1]!.events, on(3), on(3), { kind: 'played', seat: 1, card: 'treasury', move: { verb: 'treasury', card: 'treasury' } }] };
    expect([...rounds(frames)[0]!.deeds[1]!.played]).toEqual([['trap', [3, 3]], ['treasury', [-1]]]);
  });
  it('shows goals from the start of a round as somebody saw them later, and no others', () => {
    const frames = withHindsight(game().frames), [first, second] = rounds(frames);
    expect(goals(game().frames, 0)).toEqual(['', '', '']);
    expect(goals(frames, first!.from)).toEqual(['stone-NE', '', '']);
    expect(goals(frames, second!.from)).toEqual(['stone-NE', 'gold', '']);
  });
  it('says nothing of a goal that was exchanged meanwhile', () => {
    const { frames } = game(), known = (i: number, card: string) => (frames[i] = { ...frames[i]!, view: { ...frames[i]!.view, cells: frames[i]!.view.cells!.map((c) => (c.goal === 2 ? { ...c, card } : c)) } });
    known(3, 'gold');
    known(4, 'stone-NW');
    expect(goals(withHindsight(frames), 0)[2]).toBe('');
  });
});

describe('a game from a file', () => {
  const choose = (text: string) => userEvent.upload(screen.getByLabelText('Choose a file'), Object.assign(new File([text], 'game.txt', { type: 'text/plain' }), { text: () => Promise.resolve(text) })); // jsdom reads no files
  afterEach(() => vi.unstubAllGlobals());

  it('goes to the server, and is looked through with other eyes', async () => {
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      asked.push([url, init.body]);
      return Promise.resolve(new Response(JSON.stringify({ table: { ...info, id: '', you: -1 }, box: theBox(), replay: game() })));
    });
    render(FilePage);
    await choose('undermine record 1');
    expect(await screen.findByRole('slider', {}, { timeout: 10_000 })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Link to this turn' })).toBeNull(); // it has no address
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Seen by' }), '1');
    expect(asked).toEqual([['/api/replay?eyes=open&lang=en', 'undermine record 1'], ['/api/replay?eyes=1&lang=en', 'undermine record 1']]);
  });
  it('is told to be none', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"code":"BAD_RECORD","text":"This is no game."}', { status: 400 })));
    render(FilePage);
    await choose('a letter');
    expect((await screen.findByRole('alert')).textContent).toBe('This is no game.');
  });
});

describe('a replay', () => {
  it('goes on turn by turn, and anywhere', () => {
    replay.go(1);
    expect(replay.table.fresh.map((e) => e.told.kind)).toEqual(['laid']); // it is seen to be laid
    replay.go(3);
    expect(replay.table.fresh).toEqual([]);
    expect(replay.table.log.filter((e) => e.told.kind === 'laid')).toHaveLength(3);
    expect(replay.said).toEqual([expect.stringContaining('laid a')]);
    replay.go(2);
    expect(replay.table.log.filter((e) => e.told.kind === 'laid')).toHaveLength(2);
    replay.go(-7);
    expect(replay.at).toBe(0);
    replay.go(999);
    expect(replay.at).toBe(replay.last);
  });
  it('keeps its turn when other eyes look', () => {
    replay.go(12);
    expect(replay.path).toBe('/t/copperlamp/replay?eyes=open#12');
    expect(replay.table.view!.open).toHaveLength(6);
    replay.see(game(6, '2'));
    expect(replay.path).toBe('/t/copperlamp/replay?eyes=2#12');
    expect([replay.table.seat, replay.table.view!.open]).toEqual([2, []]);
  });
  it('plays by itself to the end, faster if wanted, and begins again', () => {
    vi.useFakeTimers();
    try {
      render(Replay, { replay, oneyes: () => undefined });
      replay.go(replay.last - 2);
      replay.play();
      flushSync();
      vi.advanceTimersByTime(1800);
      expect(replay.at).toBe(replay.last - 1);
      replay.speed = 4;
      flushSync();
      vi.advanceTimersByTime(451);
      expect([replay.at, replay.playing]).toEqual([replay.last, false]);
      replay.play();
      expect([replay.at, replay.playing]).toEqual([0, true]);
    } finally {
      vi.useRealTimers();
    }
  });
  it('is at home on the keyboard', async () => {
    const user = userEvent.setup();
    render(Replay, { replay, oneyes: () => undefined });
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
    expect(replay.at).toBe(1);
    await user.keyboard('{End}');
    expect(replay.at).toBe(replay.last);
    await user.keyboard('{Home} ');
    expect([replay.at, replay.playing]).toEqual([0, true]);
    await user.keyboard(' ');
    expect(replay.playing).toBe(false);
    screen.getByRole('button', { name: 'One turn on' }).focus();
    await user.keyboard(' '); // presses the button, and nothing else
    expect([replay.at, replay.playing]).toEqual([1, false]);
  });
  it('says in words where it is', async () => {
    replay.go(4);
    render(Replay, { replay, oneyes: () => undefined });
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe(`Turn 4 of ${replay.last}. Round 1. Rook broke Marta’s lamp`);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Replay');
    const eyes = screen.getByRole('combobox');
    expect(within(eyes).getAllByRole('option').map((o) => o.textContent)).toEqual(['Everything open', 'Marta (you)', 'Oleh', 'Дарина', 'Rook', 'Ines', 'Копач', 'What everybody saw']);
  });
  it('shows every hand when everything is open, and only one otherwise', () => {
    const hands = () => document.querySelectorAll('.has img').length;
    const { unmount } = render(Replay, { replay, oneyes: () => undefined });
    expect(hands()).toBe(36);
    unmount();
    replay.see(game(6, '0'));
    render(Replay, { replay, oneyes: () => undefined });
    expect(hands()).toBe(6);
  });
  it('has an address of its own', () => {
    expect([replayIn('/t/abc/replay'), replayIn('/t/abc'), tableIn('/t/abc/replay')]).toEqual(['abc', null, null]);
  });
});

describe('the last page', () => {
  const show = async (look: () => Promise<ReturnType<typeof game>>) => {
    const table = new Table(info);
    table.hear({ t: 'welcome', said: [], protocol: 2, table: info, n: 1, view: at.finishedView(), ask: null, events: [] });
    render(Finished, { table, onagain: () => undefined, onlook: look });
    await Promise.resolve();
  };
  it('shows each round: its maze, where the gold was, and what was done', async () => {
    await show(() => Promise.resolve(game()));
    const user = userEvent.setup();
    expect(await screen.findByRole('img', { name: 'The tunnels at the end of round 3. The gold lay under the middle goal.' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Round 1' }));
    expect(screen.getByText(/Nobody ever saw the gold/).textContent).toContain('Not looked at: the middle goal and the bottom goal.');
    const rook = screen.getAllByRole('listitem').find((li) => li.querySelector('b')?.textContent === 'Rook')!;
    expect(rook.textContent).toContain('Broke: Marta');
    expect(rook.textContent).toContain('Saboteur');
    expect(screen.getByRole('link', { name: 'Watch this round again' }).getAttribute('href')).toBe('/t/copperlamp/replay?eyes=open#0');
    expect(screen.getByRole('link', { name: 'Save the game as a file' }).getAttribute('href')).toBe('/api/tables/copperlamp/record');
  });
  it('does without when the game cannot be fetched', async () => {
    await show(() => Promise.reject(new Error('offline')));
    expect(screen.queryByRole('heading', { name: 'Round by round' })).toBeNull();
    expect(screen.getByRole('heading', { name: 'Scores and roles' })).toBeTruthy();
  });
  it('is shared by the phone’s own way, or copied', async () => {
    const shared = vi.fn(() => Promise.resolve()), user = userEvent.setup();
    await show(() => Promise.resolve(game()));
    const press = () => user.click(screen.getAllByRole('button', { name: 'Share the result' })[0]!);
    await press();
    expect(await screen.findByText('Link copied')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe('https://undermine.example/t/copperlamp');
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share: shared }));
    await press();
    expect(shared).toHaveBeenCalledWith({ title: 'Marta takes the mountain', url: 'https://undermine.example/t/copperlamp' });
    vi.unstubAllGlobals();
  });
});
