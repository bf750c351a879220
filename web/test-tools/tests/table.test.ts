import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as at from '../../src/fixtures/positions';
import * as place from '../../src/place';
import { speak } from '../../src/fixtures/box';
import type { Move, Told } from '../../src/protocol';
import { Choice } from '../../src/table/choice.svelte';
import { cellName, handName, playerName } from '../../src/table/names';
import { answerName, prompt } from '../../src/table/prompt';
import { line, text, turnCall } from '../../src/table/story';
import { Table, type Wire } from '../../src/table/table.svelte';

beforeAll(() => speak('en'));

let table: Table, choice: Choice, wire: { [K in keyof Wire]: ReturnType<typeof vi.fn> }, hasty: boolean;
const NEW = 1, LAMP = 2, MAP = 3, BOTH = 4, DEAD = 5;

beforeEach(() => {
  let sent = 0;
  hasty = false;
  wire = { act: vi.fn(() => `cmd-${++sent}`), why: vi.fn(), tell: vi.fn(), ready: vi.fn(), speak: vi.fn(), tryNow: vi.fn(), stop: vi.fn() };
  table = new Table(at.info());
  table.attach(wire as unknown as Wire);
  table.hear({ t: 'welcome', said: [], protocol: 2, table: at.info(), n: 5, view: at.view(), ask: at.myTurn, events: at.STORY });
  table.link = 'open';
  choice = new Choice(table, () => hasty);
});
const update = (events: Told[], more = {}) => table.hear({ t: 'update', n: 6, events, view: at.view(6, more), ask: at.myTurn });
const named = (x: number, y: number) => cellName(table, choice, { x, y, cell: table.view!.cells.find((c) => c.x === x && c.y === y) ?? null });
const did = () => wire.act.mock.calls.map((c) => c[0] as Move);

describe('what the server could not do', () => {
  it('is told until the game goes on', () => {
    table.hear({ t: 'error', code: 'BOT_WAITS', text: 'A bot waits.' });
    expect(JSON.stringify(prompt(table, choice, false))).toContain('A bot waits.');
    update([]);
    expect(JSON.stringify(prompt(table, choice, false))).not.toContain('A bot waits.');
  });
});

describe('a move without an answer', () => {
  it('says so after four seconds, until it is answered', () => {
    vi.useFakeTimers();
    const said = () => prompt(table, choice, false);
    table.act(table.options[0]!);
    vi.advanceTimersByTime(3999);
    expect(said().tone).toBe('calm');
    vi.advanceTimersByTime(1);
    expect(said()).toMatchObject({ tone: 'bad', title: 'No answer yet', buttons: ['tryNow'] });
    table.hear({ t: 'ack', cmd: 'cmd-1', n: 6 });
    expect(said().tone).toBe('yours');
    vi.useRealTimers();
  });
});

describe('time that is left', () => {
  const said = () => prompt(table, choice, false).parts.map((p) => p.text).join('');

  it('is counted down while the connection is lost, and a bot is announced when it is over', () => {
    table.link = 'lost';
    expect(said()).toContain('1:52');
    table.now += 60_000;
    table.link = 'lost'; // tried again in vain
    expect(said()).toContain('0:52');
    expect(prompt(table, choice, false).aloud).not.toMatch(/\d/);
    table.now += 60_000;
    expect(said()).toContain('A bot may play for you');
  });
  it('is counted down for people who are away', () => {
    const info = at.info();
    info.seats[1] = { ...info.seats[1]!, present: false, botIn: 45 };
    table.hear({ t: 'table', table: info });
    expect(table.kept(1)).toBe('0:45');
    table.now += 44_000;
    expect(table.kept(1)).toBe('0:01');
    table.now += 1_000;
    expect([table.kept(1), table.kept(2)]).toEqual(['', '']);
  });
});

describe('ready together', () => {
  const gate = (kind: 'round' | 'look', waits: number[]) => table.hear({ t: 'table', table: at.info(6, { gate: { kind, waits, left: 38 } }) });
  const said = () => prompt(table, choice, false).parts.map((p) => p.text).join('');

  it('says how many are ready, and offers nothing before all are', () => {
    gate('round', [1, 4]);
    expect(said()).toBe('4 of 6 are ready. The round begins in 0:38 at the latest.');
    expect([table.asksMe, table.options, turnCall(table)]).toEqual([false, [], '']);
    table.hear({ t: 'table', table: at.info() });
    expect(table.options.length).toBeGreaterThan(0);
  });
  it('is said once nothing is open, and only while somebody waits for it', () => {
    table.gotIt();
    table.ready();
    expect(wire.ready).not.toHaveBeenCalled();
    update([{ kind: 'saw', goal: 0, card: 'gold' }]);
    gate('look', [0]);
    table.gotIt(); // the role has been seen, the map has not
    expect(table.looking).toBe(true);
    table.looked();
    expect(table.looking).toBe(false);
    table.ready();
    expect(wire.ready).toHaveBeenCalledOnce();
  });
  it('lets people move on while somebody looks at a map', () => {
    gate('look', [1]);
    expect(table.asksMe).toBe(true);
  });
});

describe('bots', () => {
  const others = (kind: 'human' | 'bot', present = true) => at.info(6, { seats: at.info().seats.map((s) => (s.seat ? { ...s, kind, present } : s)) });
  const buttons = () => prompt(table, choice, false).buttons;
  beforeEach(() => table.hear({ t: 'update', n: 6, events: [], view: at.view(6, { asked: [4] }), ask: at.asks(4) }));

  it('can be hurried by somebody who is alone with them', () => {
    table.hear({ t: 'table', table: others('bot') });
    expect(buttons()).toEqual(['skip']);
    table.hear({ t: 'table', table: others('human', false) });
    expect(buttons()).toEqual(['skip']);
    table.hear({ t: 'table', table: others('human') });
    expect(buttons()).toEqual([]);
    table.hear({ t: 'table', table: { ...others('bot'), you: -1 } });
    expect(buttons()).toEqual([]);
  });
});

describe('playing again', () => {
  const invited = { t: 'rematch' as const, table: 'b', seatUrl: '/s/b.0.0.x', name: 'Oleh' };
  beforeEach(() => vi.spyOn(place, 'go').mockImplementation(() => undefined));
  afterEach(() => vi.restoreAllMocks());

  it('is asked once, and followed at once by whoever asked', () => {
    table.again(true);
    expect(wire.tell).toHaveBeenCalledExactlyOnceWith({ t: 'rematch', shuffle: true });
    table.hear(invited);
    expect(place.go).toHaveBeenCalledExactlyOnceWith('/s/b.0.0.x');
  });
  it('takes nobody along who has not agreed', () => {
    table.hear(invited);
    expect(place.go).not.toHaveBeenCalled();
    expect(table.rematch?.name).toBe('Oleh');
    table.again(false);
    expect(wire.tell).not.toHaveBeenCalled();
    expect(place.go).toHaveBeenCalledOnce();
  });
});

describe('laying a card', () => {
  it('takes a card, a place and a word', () => {
    choice.choose(NEW);
    expect(choice.places.size).toBe(6);
    choice.tap(7, 0);
    expect(choice.ready).toMatchObject({ verb: 'lay', x: 7, y: 0, turned: false });
    choice.confirm();
    expect(did()).toEqual([{ verb: 'lay', card: 'NEW', x: 7, y: 0, turned: false }]);
    expect(choice.card).toBe('');
  });

  it('turns on a second tap, and back again', () => {
    choice.choose(NEW);
    choice.tap(7, 0);
    choice.tap(7, 0);
    expect(choice.ready?.turned).toBe(true);
    choice.turn();
    expect(choice.ready?.turned).toBe(false);
  });

  it('turns by itself where only that fits, and cannot be turned there', () => {
    choice.choose(NEW);
    choice.tap(5, -1);
    expect(choice.ready).toMatchObject({ turned: true });
    expect(choice.canTurn).toBe(false);
    choice.turn();
    expect(choice.ready?.turned).toBe(true);
  });

  it('shows where it would lie, unless it is to be laid at once where it fits in one way only', () => {
    choice.choose(NEW);
    choice.tap(5, -1, true);
    expect([did(), choice.ready?.turned]).toEqual([[], true]);
    choice.clear();
    hasty = true;
    choice.choose(NEW);
    choice.tap(5, -1, true);
    expect([did(), choice.card]).toEqual([[{ verb: 'lay', card: 'NEW', x: 5, y: -1, turned: true }], '']);
  });

  it('waits for a word where it fits both ways, was turned by hand, or was hard to hit', () => {
    hasty = true;
    choice.choose(NEW);
    choice.tap(7, 0, true);
    choice.tap(7, 0, true);
    expect(choice.ready).toMatchObject({ x: 7, y: 0, turned: true });
    choice.tap(6, 1, true);
    expect(choice.ready).toMatchObject({ x: 6, y: 1, turned: false });
    choice.choose(NEW);
    choice.choose(NEW);
    choice.tap(6, 1, false);
    expect(choice.ready).toMatchObject({ x: 6, y: 1 });
    expect(did()).toEqual([]);
  });

  it('steps back one thing at a time', () => {
    choice.choose(NEW);
    choice.tap(7, 0);
    expect([choice.back(), choice.aim]).toEqual([true, null]);
    expect([choice.back(), choice.card]).toEqual([true, '']);
    expect(choice.back()).toBe(false);
  });

  it('puts the card back on a second tap on it', () => {
    choice.choose(NEW);
    choice.choose(NEW);
    expect(choice.card).toBe('');
  });

  it('asks why about a place that is not offered, the way the card is held', () => {
    choice.choose(NEW);
    choice.tap(4, -1);
    expect(choice.question?.move).toEqual({ verb: 'lay', card: 'NEW', x: 4, y: -1, turned: false });
    choice.turn();
    choice.tap(4, -1);
    expect(choice.question?.move).toEqual({ verb: 'lay', card: 'NEW', x: 4, y: -1, turned: true });
  });

  it('loses its aim over a place that is not offered', () => {
    choice.choose(NEW);
    choice.aimAt({ x: 7, y: 0 });
    expect(choice.ready).not.toBeNull();
    choice.aimAt({ x: 7, y: 1 });
    expect(choice.ready).toBeNull();
  });

  it('moves by arrows from offer to offer', () => {
    choice.choose(NEW);
    choice.move('right');
    expect(choice.aim).not.toBeNull();
    choice.aimAt({ x: 7, y: 0 });
    choice.move('down');
    expect(choice.aim).toEqual({ x: 6, y: 1 });
  });
});

describe('playing on somebody', () => {
  it('needs one tap where it is to be done at once', () => {
    hasty = true;
    choice.choose(LAMP);
    expect([...choice.seats]).toEqual([2, 3, 4, 5]);
    choice.point(4);
    expect(did()).toEqual([{ verb: 'break', card: 'break-lamp', target: 4 }]);
  });

  it('needs a word more, or a second tap', () => {
    choice.choose(LAMP);
    choice.point(4);
    expect(did()).toEqual([]);
    choice.point(4);
    expect(did()).toEqual([{ verb: 'break', card: 'break-lamp', target: 4 }]);
  });

  it('asks why about somebody who is not offered', () => {
    choice.choose(LAMP);
    choice.point(1);
    expect([did(), choice.question?.move]).toEqual([[], { verb: 'break', card: 'break-lamp', target: 1 }]);
  });

  it('asks once more before harm to yourself', () => {
    table.ask = { ...table.ask!, options: [...table.ask!.options, { verb: 'break', card: 'break-lamp', target: 0 }] };
    choice.choose(LAMP);
    choice.point(0);
    expect(did()).toEqual([]);
    choice.point(0);
    expect(did()).toEqual([{ verb: 'break', card: 'break-lamp', target: 0 }]);
  });

  it('asks which tool when two could be mended', () => {
    const mend = table.ask!.options.find((o) => o.verb === 'mend')!;
    table.ask = { ...table.ask!, options: [...table.ask!.options, { ...mend, tool: 'cart' }] };
    choice.choose(BOTH);
    choice.point(1);
    expect(choice.answers.map((a) => answerName(table, choice, a))).toEqual(['Lamp', 'Cart']);
    choice.answer(choice.answers[1]!);
    expect(did()).toEqual([{ ...mend, tool: 'cart' }]);
  });
});

describe('playing on the board', () => {
  it('looks at a goal after a second tap', () => {
    choice.choose(MAP);
    choice.tap(8, 0);
    expect(did()).toEqual([]);
    choice.tap(8, 0);
    expect(did()).toEqual([{ verb: 'map', card: 'map', goal: 1 }]);
  });

  it('asks why about a goal that is not offered', () => {
    choice.choose(MAP);
    choice.tap(8, -2);
    expect(choice.question?.move).toEqual({ verb: 'map', card: 'map', goal: 0 });
  });

  it('turns one of several goals', () => {
    table.hear({ t: 'update', n: 6, events: [], view: at.view(6, { phase: 'goal' }), ask: at.asks(0, [{ verb: 'turn', goal: 2 }], 'choose') });
    choice.tap(8, 2);
    choice.confirm();
    expect(did()).toEqual([{ verb: 'turn', goal: 2 }]);
  });
});

describe('discarding', () => {
  it('takes a card and a word', () => {
    choice.startDiscard();
    choice.choose(DEAD);
    expect(prompt(table, choice, false).confirm).toBe('Discard');
    choice.confirm();
    expect(did()).toEqual([{ verb: 'pass', cards: ['N|E|S'] }]);
  });

  it('can begin with the card in hand', () => {
    choice.choose(LAMP);
    choice.startDiscard();
    choice.confirm();
    expect(did()).toEqual([{ verb: 'pass', cards: ['break-lamp'] }]);
  });
});

describe('the table', () => {
  it('offers nothing while a decision is on its way', () => {
    choice.choose(NEW);
    choice.tap(7, 0);
    choice.confirm();
    expect(table.options).toEqual([]);
    table.hear({ t: 'ack', cmd: 'cmd-1', n: 6 });
    expect(table.options.length).toBeGreaterThan(0);
  });

  it('gives a refused decision back, with the reason', () => {
    choice.choose(NEW);
    choice.tap(7, 0);
    choice.confirm();
    table.hear({ t: 'refused', cmd: 'cmd-1', why: { code: 'CELL_OCCUPIED', rule: 'B-055', text: 'A card lies there.' } });
    expect(table.sent).toBeNull();
    expect(prompt(table, choice, false)).toMatchObject({ title: 'Choose again', parts: [{ text: 'A card lies there.', strong: false }], tone: 'bad' });
  });

  it('answers why to whoever asked', async () => {
    const move = { verb: 'lay', card: 'NS', x: 1, y: 1, turned: false }, asked = table.why(move);
    const [id, said] = wire.why.mock.calls[0] as [number, Move];
    expect(said).toEqual(move);
    table.hear({ t: 'why', id, why: { code: 'EDGE_MISMATCH', rule: 'B-056', text: 'No.' } });
    expect((await asked)?.rule).toBe('B-056');
  });

  it('counts the moves of others that were missed', () => {
    table.hear({ t: 'welcome', said: [], protocol: 2, table: at.info(), n: 9, view: at.view(), ask: at.myTurn, events: [{ kind: 'passed', seat: 1, number: 1 }, { kind: 'drew', seat: 1 }, { kind: 'laid', seat: 0, card: 'NS', shape: 'NS' }, { kind: 'looked', seat: 2, goal: 1 }] });
    expect(table.missed).toBe(2);
    expect(prompt(table, choice, false).parts[0]?.text).toContain('You missed');
  });

  it('shows the result when the next round begins, and at the end', () => {
    update([{ kind: 'won', side: 'diggers', seat: 4 }]);
    expect(table.summary).toBeNull();
    update([{ kind: 'round', number: 3, seat: 1 }], { results: at.summaryView().results });
    expect(table.summary?.round).toBe(2);
  });

  it('keeps what a map showed until it was looked at', () => {
    update([{ kind: 'looked', seat: 0, goal: 1 }, { kind: 'saw', seat: 0, goal: 1, card: 'gold' }]);
    expect(table.shown).toMatchObject({ goal: 1, face: 'gold' });
    const lines = () => table.log.map((e) => line(table, e)).filter((l) => l !== null).map(text);
    expect(lines().at(-1)).toBe('You looked at the middle goal');
    update([{ kind: 'passed', seat: 1, number: 1 }]);
    table.looked();
    expect([table.shown, lines().slice(-2)]).toEqual([null, ['Oleh discarded a card', 'You looked at the middle goal: gold. Only you know.']]);
  });

  it('names people where the server names seats', () => {
    expect(table.named('It is not your turn; P2 is to move.')).toBe('It is not your turn; Oleh is to move.');
    expect(table.named('P99')).toBe('P99');
  });

  it('counts places from the entrance where the server gives coordinates', async () => {
    const refusal = { code: 'CELL_OCCUPIED', rule: 'B-055', text: 'A card already lies on this cell (5,-2). Ask P2.' };
    table.hear({ t: 'refused', cmd: 'none', why: refusal });
    expect(prompt(table, choice, false).parts[0]?.text).toBe('A card already lies on this cell (five to the right, two up). Ask Oleh.');
    expect(named(5, -2)).toMatch(/^Five to the right, two up\./);
    expect(table.named('(-1, -4), (0, 0), (0,1), (13,0)')).toBe('(one to the left, four up), (the entrance), (one down), (13 to the right)');
    await speak('uk');
    expect(table.named('Тут уже лежить карта (5,-2).')).toBe('Тут уже лежить карта (на п’ять клітинок праворуч, на дві вгору).');
    await speak('en');
  });

  it('lets a turned goal be seen before anything covers it, unless motion is reduced', () => {
    vi.useFakeTimers();
    const still = vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
    const turned: Told = { kind: 'turned', seat: 0, goal: 1, card: 'gold', shape: 'NESW', x: 8, y: 0 };
    update([turned]);
    expect(table.turning).toBe(false);
    still.mockReturnValue({ matches: false } as MediaQueryList);
    update([{ kind: 'passed', seat: 1, number: 1 }]);
    expect(table.turning).toBe(false);
    update([turned]);
    vi.advanceTimersByTime(1200);
    update([turned]);
    vi.advanceTimersByTime(1200);
    expect(table.turning).toBe(true);
    vi.advanceTimersByTime(400);
    expect(table.turning).toBe(false);
    still.mockRestore();
    vi.useRealTimers();
  });

  it('offers nothing to a spectator', () => {
    const watcher = new Table(at.info(6, { you: -1 }));
    watcher.hear({ t: 'welcome', said: [], protocol: 2, table: at.info(6, { you: -1 }), n: 1, view: at.view(6, { mine: null }), ask: at.myTurn, events: [] });
    expect(watcher.options).toEqual([]);
    expect(new Choice(watcher, () => false).hand).toEqual([]);
  });
});

describe('what is said', () => {
  it('names cells for the ear', () => {
    choice.choose(NEW);
    expect(named(7, 0)).toBe('Seven to the right. Fits both ways. Next to the middle goal. Joins the T-junction on the left. Press R to turn, Enter to lay.');
    expect(named(5, -1)).toContain('Fits when turned.');
    expect(named(4, 2)).toBe('Four to the right, two down. Straight tunnel: open right and left. Cut off from the entrance.');
    expect(named(8, -2)).toBe('Eight to the right, two up. The top goal, face down. You saw: stone, curve up-right. Only you know.');
    expect(named(0, 0)).toBe('Entrance.');
    expect(named(3, -2)).toBe('Three to the right, two up. Empty.');
  });

  it('names cards and players', () => {
    expect(handName('NEW', 6, true)).toBe('T-junction: open up, right and left. Fits in 6 places.');
    expect(playerName(table, 1, 'trust', ['1 gold card'])).toBe('Oleh, human, 6 cards, 1 gold card, Lamp broken. You think: trusted.');
  });

  it('calls the turn', () => {
    expect(turnCall(table)).toBe('Your turn. 6 cards in hand. Your tools are sound.');
    table.hear({ t: 'update', n: 6, events: [], view: at.view(6, { asked: [4] }), ask: at.asks(4) });
    expect(turnCall(table)).toBe(''); // what others do is told when it is done
  });

  it('tells the story in lines, and leaves out what is no news', () => {
    const lines = table.log.map((e) => line(table, e)).filter((l) => l !== null).map(text);
    expect(lines).toContain('Дарина broke Rook’s pick');
    expect(lines).toContain('Копач brought down a curve: four to the right, one down. 2 tunnels went dark');
    expect(lines).toContain('You looked at the top goal: stone, curve up-right. Only you know.');
    expect(line(table, { id: 1, round: 1, told: { ...table.log[0]!.told, kind: 'drew' } })).toBeNull();
  });

  it.each([
    ['diggers', 'The gold-diggers win the round'],
    ['saboteurs', 'The saboteurs win the round'],
    ['nobody', 'Nobody wins the round: there was no saboteur, and the gold was not found'],
  ])('says who won: %s', (side, said) => {
    update([{ kind: 'won', side }]);
    expect(line(table, table.log.at(-1)!)).toMatchObject({ heading: true, parts: [{ text: said }] });
  });

  it('never names a role in the open', () => {
    const said = table.log.map((e) => line(table, e)).filter((l) => l !== null).map(text).join(' ');
    expect(said).not.toMatch(/digger|saboteur/i);
  });
});
