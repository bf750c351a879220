/* Centre-lines of tunnels, and what is drawn along them. */
import { f, rng, type Point } from './core';

const CX = 50;
const CY = 75;

export type Edge = 'N' | 'E' | 'S' | 'W';
export const EDGE: Record<Edge, Point> = { N: [50, -1], E: [101, 75], S: [50, 151], W: [-1, 75] };
export const OPPOSITE: Record<Edge, Edge> = { N: 'S', S: 'N', E: 'W', W: 'E' };
export interface Line { p: Point[]; open: [boolean, boolean] }

export const edges = (text: string): Edge[] => text.split('') as Edge[];
export const lerp = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
export const seg = (a: Point, b: Point, n = 12): Point[] => Array.from({ length: n + 1 }, (_, i) => lerp(a, b, i / n));
const quad = (a: Point, c: Point, b: Point, n = 16): Point[] =>
  Array.from({ length: n + 1 }, (_, i) => lerp(lerp(a, c, i / n), lerp(c, b, i / n), i / n));

/** Centre-lines of one connected group of edges, e.g. "NS", "NE", "NSE", "NESW". Of `many` groups, curves keep to their corners. */
export function groupLines(group: string, many = false): Line[] {
  const g = edges(group), has = (e: Edge) => g.includes(e), lines: Line[] = [], middle: Point = [CX, CY];
  if (g.length === 1) return [{ p: seg(EDGE[g[0]!], middle), open: [true, false] }];
  if (g.length === 2 && OPPOSITE[g[0]!] !== g[1]) {
    const a = EDGE[g[0]!], b = EDGE[g[1]!];
    const corner: Point = [a[0] === CX ? b[0] : a[0], a[1] === CY ? b[1] : a[1]];
    const k = many ? 0.2 : 0.04, c: Point = [CX + (corner[0] - CX) * k, CY + (corner[1] - CY) * k];
    return [{ p: quad(a, c, b), open: [true, true] }];
  }
  if (has('N') && has('S')) lines.push({ p: seg(EDGE.N, EDGE.S, 20), open: [true, true] });
  if (has('E') && has('W')) lines.push({ p: seg(EDGE.W, EDGE.E, 16), open: [true, true] });
  if (has('N') !== has('S')) lines.push({ p: seg(EDGE[has('N') ? 'N' : 'S'], middle), open: [true, false] });
  if (has('E') !== has('W')) lines.push({ p: seg(EDGE[has('E') ? 'E' : 'W'], middle, 9), open: [true, false] });
  return lines;
}

function smooth(a: Point[]): string {
  let s = '';
  for (let i = 1; i < a.length - 1; i++) {
    const m = lerp(a[i]!, a[i + 1]!, 0.5);
    s += `Q${f(a[i]![0])} ${f(a[i]![1])} ${f(m[0])} ${f(m[1])}`;
  }
  const e = a[a.length - 1]!;
  return s + `L${f(e[0])} ${f(e[1])}`;
}

/** An organic band around a centre-line; smooth where it meets the card's edge, so that any two cards join. */
export function ribbon(line: Line, w: number, seed: number, amp: number): string {
  const p = line.p, n = p.length, r = rng(seed), left: Point[] = [], right: Point[] = [];
  for (let i = 0; i < n; i++) {
    const a = p[Math.max(0, i - 1)]!, b = p[Math.min(n - 1, i + 1)]!, dx = b[0] - a[0], dy = b[1] - a[1], l = Math.hypot(dx, dy) || 1;
    let t = 1;
    if (line.open[0]) t = Math.min(t, i / 3);
    if (line.open[1]) t = Math.min(t, (n - 1 - i) / 3);
    const nl = (r() - 0.5) * amp * t, nr = (r() - 0.5) * amp * t, q = p[i]!;
    left.push([q[0] - (dy / l) * (w / 2 + nl), q[1] + (dx / l) * (w / 2 + nl)]);
    right.push([q[0] + (dy / l) * (w / 2 + nr), q[1] - (dx / l) * (w / 2 + nr)]);
  }
  const back = right.slice().reverse(), first = back[0]!;
  const cap = line.open[1] ? `L${f(first[0])} ${f(first[1])}` : `A${f(w / 2)} ${f(w / 2)} 0 0 0 ${f(first[0])} ${f(first[1])}`;
  return `M${f(left[0]![0])} ${f(left[0]![1])}${smooth(left)}${cap}${smooth(back)}Z`;
}

function sleepers(p: Point[]): string {
  let total = 0, s = '';
  const along = [0];
  for (let i = 1; i < p.length; i++) {
    total += Math.hypot(p[i]![0] - p[i - 1]![0], p[i]![1] - p[i - 1]![1]);
    along.push(total);
  }
  const step = total / Math.max(1, Math.round(total / 9.4));
  for (let d = step / 2; d < total; d += step) {
    let i = 1;
    while (along[i]! < d) i++;
    const q = lerp(p[i - 1]!, p[i]!, (d - along[i - 1]!) / (along[i]! - along[i - 1]!));
    const a = (Math.atan2(p[i]![1] - p[i - 1]![1], p[i]![0] - p[i - 1]![0]) * 180) / Math.PI;
    s += `<rect x="-1.5" y="-7.4" width="3" height="14.8" rx=".8" transform="translate(${f(q[0])} ${f(q[1])}) rotate(${f(a)})"/>`;
  }
  return s;
}

export function rails(line: Line, opacity: number): string {
  const p = line.p;
  let left = '', right = '';
  for (let i = 0; i < p.length; i++) {
    const a = p[Math.max(0, i - 1)]!, b = p[Math.min(p.length - 1, i + 1)]!, dx = b[0] - a[0], dy = b[1] - a[1], l = Math.hypot(dx, dy) || 1;
    const at = (k: number) => `${f(p[i]![0] + (-dy / l) * k)} ${f(p[i]![1] + (dx / l) * k)}`;
    left += (i ? 'L' : 'M') + at(4.4);
    right += (i ? 'L' : 'M') + at(-4.4);
  }
  return `<g opacity="${opacity}"><g fill="#6b431f" opacity=".85">${sleepers(p)}</g><path d="${left}${right}" fill="none" stroke="#4a3a33" stroke-width="2.1"/><path d="${left}${right}" fill="none" stroke="#d7d2cf" stroke-width=".8"/></g>`;
}

export interface Passage {
  /** Sets of edges that are joined: ['NSE'], ['NE', 'SW']. */
  groups: string[];
  /** Edges that open but lead nowhere. */
  stubs: string;
}

/** Where something is drawn that belongs to one arm of a card. */
export const ARM: Record<Edge, Point> = { N: [50, 23], E: [83, 77], S: [50, 131], W: [17, 77] };

/** The middle of the tunnel that joins these edges, or of the card; on a curve a little `away` from what stands at one of its edges. */
export function middle(way: Passage, wanted: string, away = ''): Point {
  const curves = way.groups.filter((g) => g.length === 2 && g !== 'NS' && g !== 'EW');
  const curve = curves.find((g) => edges(wanted).some((e) => g.includes(e))) ?? (wanted ? undefined : curves[0]);
  if (!curve) return [CX, CY];
  const p = groupLines(curve, way.groups.length > 1)[0]!.p;
  const at = away && curve[0] === away ? 0.7 : away && curve[1] === away ? 0.3 : 0.5;
  return p[Math.floor(p.length * at)]!;
}

/** A picture made for the middle of a card, moved to where its tunnel runs. */
export function onWay(way: Passage, picture: string): string {
  const [x, y] = middle(way, ''), dx = Math.round(x - CX), dy = Math.round(y - CY);
  return dx || dy ? `<g transform="translate(${dx} ${dy})">${picture}</g>` : picture;
}
