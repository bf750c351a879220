/* Where the board is looked at from: a shift and a scale, in pixels. Cells are 100 x 150 units with a gap of 4. */
import type { View } from './views';

export const CELL = { w: 100, h: 150 };
export const STEP = { x: 104, y: 154 };
const PAD = 14;
const NARROW_PAD = 8;
const ROWS = 5; // from goal to goal
const LEAST = 0.26;
const NEARLY = 0.88; // a board that is hardly smaller is shown as a whole
export const FINGER = 44; // what is smaller than this many pixels is easily missed
export const ZOOM = { least: 0.25, most: 2.5 };

export interface Camera { x: number; y: number; k: number }
export interface Size { w: number; h: number }
export interface Bounds { x0: number; y0: number; x1: number; y1: number }

/** Round the entrance and the column left of it. */
const GROWS: Bounds = { x0: -1, y0: 0, x1: 0, y1: 0 };
/** All that lies or may lie on the board, which is at least as large as its frame. */
export function bounds(view: Pick<View, 'cells'>, spots: Iterable<{ x: number; y: number }> = [], frame = GROWS): Bounds {
  const all = [...view.cells, ...spots], xs = all.map((c) => c.x), ys = all.map((c) => c.y);
  return { x0: Math.min(frame.x0, ...xs), y0: Math.min(frame.y0, ...ys), x1: Math.max(frame.x1, ...xs), y1: Math.max(frame.y1, ...ys) };
}

/** The smallest board that holds both. */
export const around = (a: Bounds, b: Bounds): Bounds => ({ x0: Math.min(a.x0, b.x0), y0: Math.min(a.y0, b.y0), x1: Math.max(a.x1, b.x1), y1: Math.max(a.y1, b.y1) });

const extent = (b: Bounds, pad: number) => ({ w: (b.x1 - b.x0 + 1) * STEP.x - 4 + pad * 2, h: (b.y1 - b.y0 + 1) * STEP.y - 4 + pad * 2 });

/** Everything in sight, in the middle. */
export function fit(b: Bounds, size: Size, pad = PAD): Camera {
  const e = extent(b, pad), k = Math.min(size.w / e.w, size.h / e.h, 1.2);
  return { k, x: (size.w - e.w * k) / 2 + (pad - b.x0 * STEP.x) * k, y: (size.h - e.h * k) / 2 + (pad - b.y0 * STEP.y) * k };
}

/** In a narrow window: from the entrance to the goals, and five rows at least where the board has grown higher than that. */
export function open(b: Bounds, size: Size): Camera {
  const e = extent(b, NARROW_PAD), high = Math.max(size.h / e.h, size.h / (ROWS * STEP.y + NARROW_PAD));
  const k = Math.max(LEAST, Math.min(size.w / e.w, high, 1.2)), whole = fit(b, size, NARROW_PAD);
  if (whole.k > k * NEARLY) return whole;
  const left = (size.w - e.w * k) / 2; // too wide all the same: the goals stay in sight, at the right
  return { k, x: Math.min(left, left * 2) + (NARROW_PAD - b.x0 * STEP.x) * k, y: e.h * k <= size.h ? (size.h - e.h * k) / 2 + (NARROW_PAD - b.y0 * STEP.y) * k : size.h / 2 - (CELL.h / 2) * k };
}

/** Zooms round a point that stays where it is. */
export function zoom(c: Camera, factor: number, at: { x: number; y: number }): Camera {
  const k = Math.max(ZOOM.least, Math.min(ZOOM.most, c.k * factor)), f = k / c.k;
  return { k, x: at.x - (at.x - c.x) * f, y: at.y - (at.y - c.y) * f };
}

/** The board never leaves the window altogether. */
export function hold(c: Camera, b: Bounds, size: Size): Camera {
  const left = b.x0 * STEP.x * c.k, right = (b.x1 + 1) * STEP.x * c.k, top = b.y0 * STEP.y * c.k, bottom = (b.y1 + 1) * STEP.y * c.k;
  const keep = 80;
  return { k: c.k, x: Math.max(keep - right, Math.min(size.w - keep - left, c.x)), y: Math.max(keep - bottom, Math.min(size.h - keep - top, c.y)) };
}

export const cellAt = (c: Camera, px: number, py: number) =>
  ({ x: Math.floor((px - c.x) / c.k / STEP.x), y: Math.floor((py - c.y) / c.k / STEP.y) });

export const middle = (c: Camera, x: number, y: number) =>
  ({ x: c.x + (x * STEP.x + CELL.w / 2) * c.k, y: c.y + (y * STEP.y + CELL.h / 2) * c.k });

const CHIP = { long: 60, wide: 44 }; // along the edge it hangs from it is as wide as a finger

/** Where along its edge a chip can hang without covering a spot, and preferably below the middle row; in the middle if every place covers one. */
export function chipAt(side: keyof Beyond, c: Camera, size: Size, spots: { x: number; y: number }[]): number {
  const upright = side === 'left' || side === 'right', length = upright ? size.h : size.w, far = upright ? size.w : size.h;
  const start = side === 'right' || side === 'down' ? far - CHIP.long : 0;
  const covers = (at: number) => spots.some((s) => {
    const p = middle(c, s.x, s.y), along = upright ? p.y : p.x, across = upright ? p.x : p.y;
    const half = upright ? [CELL.h, CELL.w] : [CELL.w, CELL.h];
    return Math.abs(along - at) < (half[0]! * c.k + CHIP.wide) / 2 && across + (half[1]! * c.k) / 2 > start && across - (half[1]! * c.k) / 2 < start + CHIP.long;
  });
  const tried = [upright ? 0.65 : 0.5, 0.6, 0.4, 0.7, 0.3, 0.8, 0.2, 0.9, 0.1].map((part) => length * part).filter((at) => at >= CHIP.wide / 2 && at <= length - CHIP.wide / 2);
  return tried.find((at) => !covers(at)) ?? length / 2;
}

const ZOOMS = { w: 50, h: 114 }; // the buttons, from the edges of the window
export const CORNERS = ['left low', 'right low', 'left high', 'right high'] as const;

/** The corner in which the buttons that zoom cover no spot; the usual one if they would everywhere. */
export function corner(c: Camera, size: Size, spots: { x: number; y: number }[]): (typeof CORNERS)[number] {
  const covers = (at: string) => spots.some((s) => {
    const p = middle(c, s.x, s.y), half = { w: (CELL.w / 2) * c.k, h: (CELL.h / 2) * c.k };
    return (at.includes('left') ? p.x - half.w < ZOOMS.w : p.x + half.w > size.w - ZOOMS.w) && (at.includes('low') ? p.y + half.h > size.h - ZOOMS.h : p.y - half.h < ZOOMS.h);
  });
  return CORNERS.find((at) => !covers(at)) ?? CORNERS[0];
}

export interface Beyond { left: number; right: number; up: number; down: number }

/** How many spots lie out of sight, and on which side. */
export function beyond(c: Camera, size: Size, spots: { x: number; y: number }[]): Beyond {
  const out: Beyond = { left: 0, right: 0, up: 0, down: 0 };
  for (const s of spots) {
    const p = middle(c, s.x, s.y);
    if (p.x < 0) out.left++;
    else if (p.x > size.w) out.right++;
    else if (p.y < 0) out.up++;
    else if (p.y > size.h) out.down++;
  }
  return out;
}
