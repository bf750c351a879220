import { describe, expect, it } from 'vitest';
import { view } from '../../src/fixtures/positions';
import { patched } from '../../src/net/patch';

describe('a change', () => {
  it('puts new values into the view and leaves the old view as it was', () => {
    const before = view(), kept = structuredClone(before);
    const after = patched(before, { deck: 3, winners: [1], discards: null });
    expect(after).toEqual({ ...before, deck: 3, winners: [1], discards: null });
    expect(before).toEqual(kept);
    expect(after.cells).toBe(before.cells);
  });

  it('cuts and fills a list one place after the other', () => {
    const before = { ...view(), winners: [1, 2, 3, 4, 5] };
    expect(patched(before, { winners: { splice: [[0, 1, []], [1, 1, [7, 8]], [5, 0, [9]]] } }).winners).toEqual([2, 7, 8, 4, 5, 9]);
  });

  it('replaces whatever is no list, or is none any more', () => {
    const before = view(), mine = { seat: 2 };
    expect(patched({ ...before, mine: null }, { mine }).mine).toEqual(mine);
    expect(patched({ ...before, discards: [] }, { discards: null }).discards).toBeNull();
    expect(patched({ ...before, discards: null }, { discards: [] }).discards).toEqual([]);
  });
});
