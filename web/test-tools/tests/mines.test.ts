/* What the table of the Lost Mines makes of its view: places of figures, steps, and sums. */
import { describe, expect, it } from 'vitest';
import { unpack } from '../../src/fixtures/box';
import * as mines from '../../src/fixtures/mines';
import { kinds } from '../../src/games/mines/clans';
import { alone, tally } from '../../src/games/mines/tally';
import { plan } from '../../src/table/motion/plan';
import { offersOf, places } from '../../src/table/offers';
import { figure, standing } from '../../src/table/pieces';

describe('the Lost Mines', () => {
  it('share out what was found, sum by sum', () => {
    const sum = tally(mines.result(1), 'blue');
    expect([sum.total, sum.each, sum.rest, sum.lucky]).toEqual([5, 2, 1, [0]]);
    expect(tally(mines.result(1), 'yellow').members.map((m) => m.seat)).toEqual([3, 5, 2]);
    expect(alone(mines.result(1)).map((m) => m.seat)).toEqual([1]);
  });

  it('count treasures by kind, and show those that were looked at', () => {
    const found = kinds(mines.view(), null);
    expect(found.map((k) => [k.kind, k.left, k.of])).toEqual([['gems', 2, 2], ['gold', 1, 2], ['silver', 2, 2]]);
    expect(found[0]!.known).toEqual([{ name: 'gems-b', card: 'gems-of-4' }]);
  });

  it('let figures stand beside each other, and mark one', () => {
    for (const n of [1, 2, 3, 5, 9]) {
      const all = Array.from({ length: n }, (_, i) => figure(i, n));
      expect(new Set(all.map((f) => `${f.x} ${f.y}`)).size).toBe(n);
      for (const f of all) expect(f.x > 10 && f.x < 90 && f.y > 10 && f.y < 140).toBe(true);
    }
    expect(standing(mines.view(), 0).filter((s) => s.own).map((s) => s.id)).toEqual(['dwarf 0']);
  });

  it('offer a step as the card to which it leads, and a side from both its cards', () => {
    unpack('lost-mines');
    expect([...places(offersOf(mines.walk.options, mines.view(), null)).keys()].sort()).toEqual(['3,-1', '4,0', '5,-1']);
    const trap = mines.turn.options.filter((o) => o.verb === 'trap' && o.x === 4);
    expect([...places(offersOf(trap, mines.view(), [])).keys()].sort()).toEqual(['4,-1', '4,0', '4,1', '5,1']);
    unpack();
  });

  it('walk in one go, however many steps are told', () => {
    const steps = [{ kind: 'walked', seat: 5, edge: 'E', x: 5, y: 1 }, { kind: 'walked', seat: 5, edge: 'E', x: 6, y: 1 }];
    expect(plan(steps, mines.view(), mines.view(), 0).map((beat) => (beat.kind === 'walk' ? beat.path : []))).toEqual([[{ x: 4, y: 1 }, { x: 5, y: 1 }, { x: 6, y: 1 }]]);
  });
});
