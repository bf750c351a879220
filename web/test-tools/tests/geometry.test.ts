import { describe, expect, it } from 'vitest';
import { view as full } from '../../src/full';
import * as at from '../../src/fixtures/positions';
import { beyond, bounds, cellAt, chipAt, fit, hold, middle, open, zoom } from '../../src/table/camera';
import { fitting, nearest, places, sayCell, sayLay, sayPlayer, spread } from '../../src/table/offers';
import { ask } from '../../src/full';

const view = full(at.view());
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
  const options = ask(at.myTurn).options;
  const found = places(options.filter((o) => o.card === 'NEW'));

  it('become places, with both ways round where both fit', () => {
    expect(found.size).toBe(6);
    expect(found.get('7,0')?.upright && found.get('7,0')?.turned).toBeTruthy();
    expect(found.get('5,-1')?.upright).toBeNull();
  });

  it('turn the card where it only fits the other way', () => {
    expect(fitting(found.get('5,-1')!, false).turned).toBe(true);
    expect(fitting(found.get('7,0')!, false).turned).toBe(false);
    expect(fitting(found.get('7,0')!, true).turned).toBe(true);
  });

  it('lead the cursor to the nearest one ahead', () => {
    expect(nearest(found.values(), { x: 7, y: 0 }, 'left')).toMatchObject({ x: 6, y: 1 });
    expect(nearest(found.values(), { x: 6, y: 0 }, 'left')).toMatchObject({ x: 5, y: -1 });
    expect(nearest(found.values(), { x: 7, y: 0 }, 'down')).toMatchObject({ x: 6, y: 1 });
    expect(nearest(found.values(), { x: 7, y: 0 }, 'right')).toBeNull();
  });

  it('are asked about in the notation', () => {
    expect(sayLay('NE', true, 3, 1)).toBe('lay NE@180 3,1');
    expect(sayPlayer('break-lamp', 1)).toBe('break lamp P2');
    expect(sayPlayer('mend-lamp+pick', 1)).toBe('mend lamp+pick P2 lamp');
    expect(sayCell('map', 8, -2, 0)).toBe('map G1');
    expect(sayCell('rockfall', 3, 0, -1)).toBe('rockfall 3,0');
  });

  it('spread a hand into single cards', () => {
    expect(spread([{ card: 'NS', count: 2 }, { card: 'map', count: 1 }])).toEqual(['NS', 'NS', 'map']);
  });
});
