/* Cards that a rockfall has cut off: by place, in the order in which their light goes out, nearest to the fall first. */
import type { Cell, View } from '../full';
import { at } from './offers';

export function wentDark(before: View | null, after: View): Map<string, number> {
  const was = new Map((before?.cells ?? []).map((c) => [at(c.x, c.y), c])), is = new Set(after.cells.map((c) => at(c.x, c.y)));
  const fallen = [...was].find(([key, c]) => c.kind === 'tunnel' && !is.has(key))?.[1];
  if (!fallen) return new Map();
  const far = (c: Cell) => Math.abs(c.x - fallen.x) + Math.abs(c.y - fallen.y);
  const dark = after.cells.filter((c) => c.kind === 'tunnel' && !c.lit && was.get(at(c.x, c.y))?.lit);
  return new Map(dark.sort((a, b) => far(a) - far(b)).map((c, i) => [at(c.x, c.y), i]));
}
