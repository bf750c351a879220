/* What is different, put into the view that was shown: the one place where that is done. */
import type { Change, Update } from '../protocol';

type View = Update['view'];
type Splice = [at: number, cut: number, items: unknown[]];

/** A list whose change is told by the places at which it is cut and filled. */
const spliced = (list: unknown[], splices: Splice[]) => {
  const found = [...list];
  for (const [at, cut, items] of splices) found.splice(at, cut, ...items);
  return found;
};

/** The view after a change; nothing of the one before it is touched, for animation looks at both. */
export function patched(view: View, patch: Change['patch']): View {
  const found: Record<string, unknown> = { ...view };
  for (const [field, value] of Object.entries(patch)) {
    const before = found[field];
    const list = Array.isArray(before) && value !== null && typeof value === 'object' && !Array.isArray(value);
    found[field] = list ? spliced(before, (value as unknown as { splice: Splice[] }).splice) : value;
  }
  return found as unknown as View;
}
