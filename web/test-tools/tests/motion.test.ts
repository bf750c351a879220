import { beforeAll, describe, expect, it } from 'vitest';
import * as at from '../../src/fixtures/positions';
import { speak } from '../../src/fixtures/box';
import type * as wire from '../../src/protocol';
import { TIMES, lightFrom, plan, wentDark, type Beat } from '../../src/table/motion/plan';

beforeAll(() => speak('en'));

const ME = 0, OLEH = 1, INES = 4, view = at.view();
const played = (facts: wire.Told[], before = view, after = view): Beat[] => plan(facts, before, after, ME);
const of = (beats: Beat[], kind: Beat['kind']) => beats.filter((b) => b.kind === kind);
const ends = (beats: Beat[]) => Math.max(...beats.map((b) => b.at + b.lasts));
const LAID: wire.Told = { kind: 'laid', seat: INES, card: 'NEW', quarter: 2, shape: 'ESW', x: 6, y: 0 };

describe('a card that is laid', () => {
  it('flies from the player to its place, and is seen there only when it has arrived', () => {
    const beats = played([LAID]), fly = of(beats, 'fly')[0]!, land = of(beats, 'land')[0]!;
    expect(fly).toMatchObject({ from: { seat: INES }, to: { spot: { x: 6, y: 0 } }, card: { kind: 'tunnel', shape: 'ESW' } });
    expect(land.at).toBe(fly.at + fly.lasts);
    expect(of(beats, 'dust')[0]!.at).toBe(land.at);
  });
  it('is shown beside the panel first, unless it is your own', () => {
    expect(of(played([LAID]), 'fly')[0]!.lasts).toBe(TIMES.rise + TIMES.fly);
    expect(of(played([{ ...LAID, seat: ME }]), 'fly')[0]!.lasts).toBe(TIMES.fly);
  });
  it('sends light outwards from the joint, one card after another', () => {
    const light = lightFrom({ x: 6, y: 0 }, view), step = (x: number, y: number) => light.find((s) => s.x === x && s.y === y)?.step;
    expect([step(6, 0), step(5, 0), step(4, 0), step(3, 1), step(4, 2)]).toEqual([0, 1, 2, 4, undefined]); // what is dark stays dark
    const glow = of(played([LAID]), 'glow'), landed = of(played([LAID]), 'land')[0]!.at;
    expect(glow.map((g) => g.at - landed)).toEqual(light.map((s) => s.step * TIMES.wave));
    expect(Math.max(...glow.map((g) => g.at + g.lasts)) - landed).toBeLessThanOrEqual(600);
  });
});

describe('a rockfall', () => {
  const without = (x: number, y: number) => at.CELLS.filter((c) => c.x !== x || c.y !== y);
  const cells = without(4, 0).map((c) => (c.x > 4 && c.kind === 'tunnel' ? { ...c, lit: '' } : c));
  const after = at.view(6, { cells });
  it('puts out one light after another, the nearest first', () => {
    expect(wentDark({ x: 4, y: 0 }, view, after).map((c) => [c.x, c.y])).toEqual([[5, 0], [6, 0]]);
    expect(wentDark({ x: 6, y: 0 }, view, at.view(6, { cells: without(6, 0) }))).toEqual([]);
  });
  it('keeps the card in sight until the boulders have struck it', () => {
    const beats = played([{ kind: 'collapsed', seat: OLEH, x: 4, y: 0, card: 'EW', shape: 'EW', number: 2 }], view, after);
    const left = of(beats, 'leave').map((b) => b.at + b.lasts), boulders = of(beats, 'boulders')[0]!;
    expect(left.length).toBe(3);
    expect(left[0]).toBeGreaterThan(boulders.at);
    expect([...left].sort((a, b) => a - b)).toEqual(left);
    expect(of(beats, 'shake').length).toBe(1);
  });
});

describe('the rest of a turn', () => {
  const OTHERS: [string, wire.Told, Partial<Record<string, unknown>>, string][] = [
    ['a broken tool', { kind: 'broke', seat: OLEH, target: INES, card: 'break-lamp', tool: 'lamp' }, { from: { seat: OLEH }, to: { seat: INES } }, 'crack'],
    ['a repaired tool', { kind: 'mended', seat: OLEH, target: INES, card: 'mend-lamp', tool: 'lamp' }, { from: { seat: OLEH }, to: { seat: INES } }, 'mend'],
    ['a look', { kind: 'looked', seat: OLEH, goal: 1 }, { from: { seat: OLEH }, to: { spot: { x: 8, y: 0 } } }, 'eye'],
    ['a discard', { kind: 'passed', seat: OLEH, number: 1 }, { from: { seat: OLEH }, to: { pile: 'discard' }, card: { kind: 'back', of: 'deck' } }, ''],
    ['a card on somebody that hinders', { kind: 'played', seat: OLEH, card: 'break-cart', move: { verb: 'trap', card: 'break-cart', target: INES } }, { from: { seat: OLEH }, to: { seat: INES } }, 'crack'],
    ['a card on somebody that helps', { kind: 'played', seat: OLEH, card: 'mend-cart', move: { verb: 'free', card: 'mend-cart', target: INES } }, { from: { seat: OLEH }, to: { seat: INES } }, 'mend'],
    ['a card on a goal', { kind: 'played', seat: OLEH, card: 'map', move: { verb: 'peep', card: 'map', goal: 1 } }, { from: { seat: OLEH }, to: { spot: { x: 8, y: 0 } } }, 'eye'],
    ['a card that is aimed at nothing', { kind: 'played', seat: OLEH, card: 'rockfall', move: { verb: 'turn', card: 'rockfall' } }, { from: { seat: OLEH }, to: { pile: 'discard' } }, ''],
    ['a draw', { kind: 'drew', seat: OLEH }, { from: { pile: 'deck' }, to: { seat: OLEH }, card: { kind: 'back', of: 'deck' } }, ''],
  ];
  it.each(OTHERS)('%s has its motion', (_, fact, fly, then) => {
    const beats = played([fact]), flown = of(beats, 'fly')[0]!;
    expect(flown).toMatchObject(fly);
    const after = beats.filter((b) => b.kind !== 'fly');
    expect(after.map((b) => b.kind)).toEqual(then ? [then] : []);
    for (const b of after) expect(b.at).toBe(flown.lasts);
  });
  it('waits for the card before a goal is turned', () => {
    const beats = played([LAID, { kind: 'turned', seat: INES, goal: 1, card: 'gold', shape: 'NESW', x: 8, y: 0 }, { kind: 'drew', seat: INES }]);
    expect(of(beats, 'turn')[0]!.at).toBe(of(beats, 'land')[0]!.at + TIMES.land);
    expect(of(beats, 'fly')[1]!.at).toBe(of(beats, 'turn')[0]!.at + TIMES.turn);
  });
  it('never shows a face that was not told', () => {
    const hidden = [{ kind: 'passed', seat: OLEH, number: 1, card: 'NS' }, { kind: 'drew', seat: ME, card: 'NS' }];
    expect(of(played(hidden), 'fly').map((b) => (b as { card: unknown }).card)).toEqual([{ kind: 'back', of: 'deck' }, { kind: 'back', of: 'deck' }]);
  });
});

describe('moves that were missed', () => {
  it('are shown four times as fast, and in three seconds at most', () => {
    const turn: wire.Told[] = [LAID, { kind: 'drew', seat: INES }], two = played([...turn, ...turn]);
    expect(ends(two)).toBeLessThan(ends(played(turn)) / 1.9);
    const many = Array.from({ length: 40 }, () => turn).flat();
    const last = of(played(many), 'fly').at(-1)!;
    expect(Math.round(last.at + last.lasts)).toBeLessThanOrEqual(3000);
  });
});

