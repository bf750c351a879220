/* A finished game, looked through: where its rounds begin and end, and who did what to whom. */
import type { Cell, Told, Update } from '../protocol';
import { faceOf } from '../table/box.svelte';
import type { View } from '../table/views';

const NOBODY = -1;

/** What one player did in a round: seats whose tools were broken or mended, goals that were looked at, how often else, and
 *  each other card with those it was played on. */
export interface Deeds { laid: number; broke: number[]; mended: number[]; looked: number[]; rockfalls: number; discards: number; played: Map<string, number[]> }
/** A round: its first and last frame, how the table stood then, and by seat what was earned and done. */
export interface Stretch { round: number; from: number; to: number; end: View; earned: number[]; deeds: Deeds[] }

const idle = (): Deeds => ({ laid: 0, broke: [], mended: [], looked: [], rockfalls: 0, discards: 0, played: new Map() });

function note(deeds: Deeds[], told: Told): void {
  const { kind } = told, by = deeds[told.seat ?? -1], target = told.target ?? -1, goal = told.goal ?? -1;
  if (!by) return;
  if (kind === 'laid') by.laid++;
  else if (kind === 'broke') by.broke.push(target);
  else if (kind === 'mended') by.mended.push(target);
  else if (kind === 'looked' || kind === 'looked-mine') by.looked.push(goal);
  else if (kind === 'collapsed') by.rockfalls++;
  else if (kind === 'passed') by.discards += told.number ?? 0;
  else if (kind === 'dropped') by.discards++;
  else if ((kind === 'played' || kind === 'shows') && told.card && faceOf(told.card)?.use !== 'remove') {
    const on = told.move?.target ?? NOBODY;
    by.played.set(told.card, [...(by.played.get(told.card) ?? []), Number(on)]);
  }
}

/* What a player has: nuggets that only an observer of everything sees, or what lies open. */
function has(view: View, seat: number): number {
  const mine = view.open.find((m) => m.seat === seat), player = view.players.find((p) => p.seat === seat);
  return mine && 'nuggets' in mine ? mine.nuggets : !player ? 0 : 'points' in player ? player.points : (player.nuggets ?? 0);
}

export function rounds(frames: Update[]): Stretch[] {
  const found: Stretch[] = [];
  frames.forEach((frame, at) => {
    const { round } = frame.view;
    let now = found.at(-1);
    if (now?.round !== round) found.push((now = { round, from: at, to: at, end: frame.view, earned: [], deeds: frame.view.players.map(idle) }));
    now.to = at;
    for (const told of frame.events) note(now.deeds, told);
  });
  found.forEach((stretch, i) => {
    const before = found[i - 1]?.end;
    stretch.end = frames[stretch.to]!.view;
    stretch.earned = stretch.end.players.map((p) => has(stretch.end, p.seat) - (before ? has(before, p.seat) : 0));
  });
  return found;
}

/** With everything open, a goal that somebody looks at later was the same all the time. */
export function withHindsight(frames: Update[]): Update[] {
  const faces = new Map<string, string | null>(); // by round and goal; null: it has been another one meanwhile
  const key = (frame: Update, cell: Cell) => `${frame.view.round}:${cell.goal}`;
  const goals = (frame: Update) => frame.view.cells.filter((c) => c.kind === 'goal');
  for (const frame of frames) {
    for (const cell of goals(frame)) {
      const before = faces.get(key(frame, cell));
      if (cell.card) faces.set(key(frame, cell), before === undefined || before === cell.card ? cell.card : null);
    }
  }
  const told = (frame: Update, cell: Cell): Cell => {
    const card = cell.kind === 'goal' && !cell.card ? faces.get(key(frame, cell)) : null;
    return card ? { ...cell, card } : cell;
  };
  return frames.map((frame) => ({ ...frame, view: { ...frame.view, cells: frame.view.cells.map((c) => told(frame, c)) } }));
}

/** How often each of these occurs, in the order in which they first do. */
export function counted(list: number[]): [number, number][] {
  return [...new Set(list)].map((one) => [one, list.filter((other) => other === one).length]);
}
