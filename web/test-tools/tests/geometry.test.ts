import { beforeAll, describe, expect, it } from 'vitest';
import { speak } from '../../src/fixtures/box';
import * as at from '../../src/fixtures/positions';
import { beyond, bounds, cellAt, chipAt, corner, fit, hold, middle, open, zoom } from '../../src/table/camera';
import { fitting, holds, meant, nearest, offersOf, places, rotated, spread } from '../../src/table/offers';

const view = at.view();
const laptop = { w: 752, h: 510 }, phone = { w: 390, h: 420 };

describe('the camera', () => {
  it('shows the whole board on a laptop, cards 64 px wide', () => {
    const c = fit(bounds(view), laptop);
    expect(c.k * 100).toBeCloseTo(64, 0);
    for (const cell of view.cells) {
      const p = middle(c, cell.x, cell.y);
      expect(p.x > 0 && p.x < laptop.w && p.y > 0 && p.y < laptop.h).toBe(true);
    }
  });

  it('opens with the entrance and every goal in sight, whatever the window', () => {
    for (const size of [phone, { w: 390, h: 376 }, { w: 360, h: 270 }, { w: 480, h: 280 }, { w: 768, h: 700 }, { w: 1024, h: 300 }]) {
      const c = open(bounds(view), size);
      for (const cell of view.cells.filter((one) => one.kind !== 'tunnel')) {
        const p = middle(c, cell.x, cell.y);
        expect([p.x - 50 * c.k >= 0, p.x + 50 * c.k <= size.w, p.y - 75 * c.k >= 0, p.y + 75 * c.k <= size.h], `${size.w}x${size.h}: ${cell.x},${cell.y}`).toEqual([true, true, true, true]);
      }
    }
  });

  it('shows the whole of a printed board that would be hardly smaller', () => {
    const forest = { x0: 0, y0: -3, x1: 10, y1: 3 }, size = { w: 390, h: 354 };
    expect(open(forest, size)).toEqual(fit(forest, size, 8));
  });

  it('moves its buttons out of the way of a place where a card may lie', () => {
    const c = { x: 0, y: 0, k: 0.5 }, low = cellAt(c, 20, laptop.h - 20), right = cellAt(c, laptop.w - 20, laptop.h - 20);
    expect(corner(c, laptop, [])).toBe('left low');
    expect(corner(c, laptop, [low])).toBe('right low');
    expect(corner(c, laptop, [low, right])).toBe('left high');
    expect(corner(c, laptop, [low, right, cellAt(c, 20, 20), cellAt(c, laptop.w - 20, 20)])).toBe('left low');
  });

  it('keeps five rows in sight when the board has grown higher', () => {
    const high = { ...bounds(view), y0: -5, y1: 6 }, c = open(high, { w: 390, h: 280 });
    expect(middle(c, 8, -2).y - 75 * c.k).toBeGreaterThanOrEqual(0);
    expect(middle(c, 8, 2).y + 75 * c.k).toBeLessThanOrEqual(280);
    expect(c.k).toBeGreaterThan(fit(high, { w: 390, h: 280 }).k);
  });

  it('keeps the goals in sight where cards would become too small', () => {
    const c = open({ ...bounds(view), x0: -12 }, { w: 360, h: 500 });
    expect(middle(c, 8, 0).x + 50 * c.k).toBeLessThanOrEqual(360);
    expect(middle(c, -12, 0).x).toBeLessThan(0);
  });

  it('finds the cell under a point, and zooms round it', () => {
    const c = fit(bounds(view), laptop), p = middle(c, 3, -1);
    expect(cellAt(c, p.x, p.y)).toEqual({ x: 3, y: -1 });
    const closer = zoom(c, 2, p);
    expect(cellAt(closer, p.x, p.y)).toEqual({ x: 3, y: -1 });
    expect(closer.k).toBeCloseTo(c.k * 2);
  });

  it('never loses the board', () => {
    const lost = hold({ x: 9999, y: -9999, k: 1 }, bounds(view), laptop);
    expect(lost.x).toBeLessThan(laptop.w + 200);
    expect(lost.y).toBeGreaterThan(-2000);
  });

  it('counts places out of sight', () => {
    const c = { x: -200, y: 210, k: 0.52 };
    expect(beyond(c, phone, [{ x: -1, y: 0 }, { x: 0, y: 1 }, { x: 7, y: 0 }])).toEqual({ left: 2, right: 0, up: 0, down: 0 });
  });

  it('hangs the chip that counts them where it covers no place', () => {
    const c = { x: -200, y: 180, k: 0.52 }, spot = cellAt(c, phone.w / 2, phone.h - 20), p = middle(c, spot.x, spot.y);
    expect(chipAt('down', c, phone, [])).toBe(phone.w / 2);
    expect(Math.abs(chipAt('down', c, phone, [spot]) - p.x)).toBeGreaterThanOrEqual(50 * c.k + 22);
    const side = cellAt(c, 20, phone.h / 2), q = middle(c, side.x, side.y);
    expect(Math.abs(chipAt('left', c, phone, [side]) - q.y)).toBeGreaterThanOrEqual(75 * c.k + 22);
    expect(chipAt('left', c, phone, [-3, -2, -1, 0, 1, 2].map((y) => ({ x: side.x, y })))).toBe(phone.h / 2);
  });
});

describe('offers', () => {
  beforeAll(() => speak('en'));
  const found = () => places(offersOf(at.OPTIONS.filter((o) => o.card === 'NEW'), at.view(), []));
  const ways = (key: string) => found().get(key)!.offers;

  it('become places, with both ways round where both fit', () => {
    expect(found().size).toBe(6);
    expect(ways('7,0').map((o) => o.quarter)).toEqual([0, 2]);
    expect(ways('5,-1').map((o) => o.quarter)).toEqual([2]);
  });

  it('turn the card where it only fits the other way', () => {
    expect(fitting(ways('5,-1'), 0)?.move.turned).toBe(true);
    expect(fitting(ways('7,0'), 0)?.move.turned).toBe(false);
    expect(fitting(ways('7,0'), 2)?.move.turned).toBe(true);
  });

  it('lead the cursor to the nearest one ahead', () => {
    expect(nearest(found().values(), { x: 7, y: 0 }, 'left')).toMatchObject({ x: 6, y: 1 });
    expect(nearest(found().values(), { x: 6, y: 0 }, 'left')).toMatchObject({ x: 5, y: -1 });
    expect(nearest(found().values(), { x: 7, y: 0 }, 'down')).toMatchObject({ x: 6, y: 1 });
    expect(nearest(found().values(), { x: 7, y: 0 }, 'right')).toBeNull();
  });

  it('are asked about as moves, with every field filled', () => {
    expect(meant('lay', 'NE', { x: 3, y: 1 }, 2, [], 'lamp', 0)).toEqual({ verb: 'lay', card: 'NE', x: 3, y: 1, turned: true });
    expect(meant('mend', 'mend-lamp+pick', { seat: 1 }, 0, [], 'lamp', 0)).toEqual({ verb: 'mend', card: 'mend-lamp+pick', target: 1, tool: 'lamp' });
    expect(meant('map', 'map', { goal: 0 }, 0, [], 'lamp', 0)).toEqual({ verb: 'map', card: 'map', goal: 0 });
  });

  it('turn a shape with its card', () => {
    expect([0, 1, 2, 3].map((quarter) => rotated('NE|S', quarter))).toEqual(['NE|S', 'ES|W', 'SW|N', 'NW|E']);
  });

  it('spread a hand into single cards', () => {
    expect(spread([{ card: 'NS', count: 2 }, { card: 'map', count: 1 }])).toEqual(['NS', 'NS', 'map']);
    expect([holds(['NS', 'NS'], ['NS', 'NS']), holds(['NS', 'map'], ['NS', 'NS'])]).toEqual([true, false]);
  });
});
