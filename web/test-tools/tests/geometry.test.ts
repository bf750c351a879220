import { describe, expect, it } from 'vitest';
import { view as full } from '../../src/full';
import * as at from '../../src/fixtures/positions';
import { beyond, bounds, cellAt, chipAt, fit, front, hold, middle, zoom } from '../../src/table/camera';
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

  it('shows the front of the digging on a phone, cards at least 52 px wide', () => {
    const c = front(bounds(view), phone, view);
    expect(c.k).toBeGreaterThanOrEqual(0.52);
    expect(middle(c, 7, 0).x).toBeLessThan(phone.w);
    expect(middle(c, 0, 0).x).toBeLessThan(0);
  });

  it('keeps every row whole above a prompt of several lines', () => {
    for (const h of [420, 412, 400, 380]) {
      const c = front(bounds(view), { w: phone.w, h }, view);
      expect(c.k).toBeGreaterThanOrEqual(0.48);
      for (const cell of view.cells.filter((one) => one.kind === 'goal')) {
        const p = middle(c, cell.x, cell.y);
        expect([p.y - 75 * c.k >= 0, p.y + 75 * c.k <= h, p.x + 50 * c.k <= phone.w], `${h}: goal ${cell.goal}`).toEqual([true, true, true]);
      }
    }
  });

  it('shows all columns in the middle of a tablet on its side, and every row where cards stay 42 px wide', () => {
    for (const h of [338, 300]) {
      const size = { w: 1024, h }, c = front(bounds(view), size, view), left = middle(c, -1, 0).x, right = middle(c, 8, 0).x, top = middle(c, 8, -2).y - 75 * c.k;
      expect(left).toBeCloseTo(size.w - right);
      expect([c.k >= 0.42, top >= 0]).toEqual([true, h === 338]);
    }
  });

  it('starts at the entrance when nothing is dug', () => {
    const fresh = full({ ...at.view(), cells: at.CELLS.filter((c) => c.kind !== 'tunnel') });
    expect(middle(front(bounds(fresh), phone, fresh), 0, 0).x).toBeGreaterThan(0);
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
    const c = front(bounds(view), phone, view);
    expect(beyond(c, phone, [{ x: -1, y: 0 }, { x: 0, y: 1 }, { x: 7, y: 0 }])).toEqual({ left: 2, right: 0, up: 0, down: 0 });
  });

  it('hangs the chip that counts them where it covers no place', () => {
    const c = front(bounds(view), phone, view), spot = cellAt(c, phone.w / 2, phone.h - 20), p = middle(c, spot.x, spot.y);
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
