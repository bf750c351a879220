/* The one function that draws every card of a maze from its shape and what is printed on it. */
import type { Printed } from '../protocol';
import { boulder, hash, rng, type Point, type Rng } from './core';
import { ROCK, bridge, isBridge, posts } from './ground';
import { EDGE, edges, groupLines, lerp, ribbon, seg, type Edge, type Line, type Passage } from './lines';
import { find, type Colour, type Mark } from './registry';
import { glyph } from './glyph';

/** "NS|E" -> groups ['NS'], stubs 'E': bars part the groups; a lone edge is blind, unless a ladder leads on from it. */
export function passage(shape: string, printed: readonly Printed[] = []): Passage {
  const parts = shape.split('|').filter(Boolean);
  if (printed.some((mark) => mark.kind === 'ladder')) return { groups: parts.flatMap(arms), stubs: '' };
  return { groups: parts.filter((g) => g.length > 1), stubs: parts.filter((g) => g.length === 1).join('') };
}
/** To a ladder a curve goes straight, by way of the middle. */
const arms = (group: string) => (group.length === 2 && group !== 'NS' && group !== 'EW' ? group.split('') : [group]);

function stubLines(stubs: string, solo: boolean) {
  return edges(stubs).map((e) => {
    const v = e === 'N' || e === 'S', reach = solo ? (v ? 0.56 : 0.6) : v ? 0.5 : 0.42;
    return { e, p: seg(EDGE[e], lerp(EDGE[e], [50, 75], reach), 6), open: [true, false] as [boolean, boolean] };
  });
}

/** Rubble where a blind stub ends, short of the middle. */
function rubble(line: { e: Edge; p: Point[] }, solo: boolean, r: Rng): string {
  const q = line.p[line.p.length - 1]!, k = line.e === 'N' || line.e === 'S' ? [1, 0] : [0, 1];
  const d0 = Math.hypot(50 - q[0], 75 - q[1]) || 1, inward = [(50 - q[0]) / d0, (75 - q[1]) / d0], off = solo ? 7 : 3;
  const heap: Point[] = [[-11, 5], [11, 5], [0, 8], [-5.5, 0], [6, 0]];
  return heap.map(([t, d], i) => {
    const m = off + d * (solo ? 0.9 : 0.55) - 4;
    const x = q[0] + k[0]! * t + inward[0]! * m, y = q[1] + k[1]! * t + inward[1]! * m;
    return boulder(x, y, (solo ? 7.6 : 6.2) - (i === 2 ? 0 : 0.8), r, i === 2 ? '#9b8f9b' : undefined);
  }).join('');
}

export interface Look {
  /** false: cut off from the entrance. */
  lit?: boolean;
}

/** A card of the maze, as it lies. */
export interface Maze {
  shape: string;
  printed?: readonly Printed[] | undefined;
  /** What it is dug into; left out: rock. */
  ground?: string | undefined;
  /** Edges to which somebody can walk, or whether anybody can to any; left out: to all. */
  lit?: string | boolean | undefined;
  /** The only team that can walk here. */
  only?: Colour | undefined;
  /** Only changes which rock is behind it. */
  id?: string | undefined;
  /** The floor, where something in the middle shines on it. */
  floor?: string | undefined;
}

/** From bottom to top. */
const ORDER: Mark[] = ['crystal', 'trunk', 'lake', 'pit', 'rocks', 'campfire', 'door', 'ladder', 'troll', 'gold'];

export function tunnel(card: Maze): string {
  const printed = card.printed ?? [], way = passage(card.shape, printed), { groups, stubs } = way, solo = groups.length === 0;
  const ground = (card.ground && find('grounds', card.ground)) || ROCK;
  const lit = (group: string) => (typeof card.lit === 'string' ? edges(group).some((e) => (card.lit as string).includes(e)) : card.lit !== false);
  const seed = hash((card.id ?? '') + groups.join('|') + '/' + stubs + (card.ground ?? 'mine')), r = rng(seed);
  const band = (lines: Line[], w: number, fill: string, amp: number, dy = 0, extra = '') =>
    lines.map((l, i) => `<path d="${ribbon(l, w, seed + i * 31, amp)}" fill="${fill}"${dy ? ` transform="translate(0 ${dy})"` : ''} ${extra}/>`).join('');
  const dug = (lines: Line[], floor: string, rim: string) =>
    band(lines, 43, '#0a0709', 7, 1, 'opacity=".5"') + band(lines, 36.5, rim, 6) + band(lines, 33, ground.wall, 5) + band(lines, 27.5, floor, 4.5, 0.9);
  const golden = (group: string) => printed.some((mark) => mark.kind === 'gold' && mark.value && edges(group).some((e) => !mark.edges || mark.edges.includes(e)));
  const floor = (group: string) => (lit(group) && (golden(group) ? 'url(#um-floorGold)' : card.floor)) || ground.floor(lit(group));
  const dark = groups.length > 0 ? !groups.some(lit) : card.lit === false || card.lit === '';

  let s = `<use href="#${ground.back(seed)}" width="100" height="150"/>`;
  if (dark) s += '<rect width="100" height="150" fill="#10131f" opacity=".45"/>';
  s += `<rect x=".75" y=".75" width="98.5" height="148.5" rx="6.4" fill="none" stroke="#0c090e" stroke-width="1.5"/><rect x="2" y="2" width="96" height="146" rx="5.4" fill="none" stroke="${ground.line}" stroke-opacity=".16"/>`;
  if (!dark && ground.glow && groups.length) s += '<rect width="100" height="150" fill="url(#um-glow)"/>';
  const blind = stubLines(stubs, solo);
  if (blind.length) s += dug(blind, ground.blind[0], ground.blind[1]) + blind.map((l) => rubble(l, solo, r)).join('');
  const many = groups.filter((g) => g.length > 1).length > 1, crossing = isBridge(way);
  for (const g of crossing ? groups.slice(1) : groups) {
    const lines = groupLines(g, many);
    s += dug(lines, floor(g), ground.rim) + lines.map((l) => ground.track(l, lit(g), r)).join('');
    if (g.length > 2) s += ground.junction(lit(g));
  }
  if (crossing) s += bridge(groups[0]!, lit(groups[0]!));
  const open = groups.join('') + stubs;
  for (const e of edges('NESW')) if (open.includes(e)) s += posts(e, ground.post(stubs.includes(e)));
  s += ground.beside(open, r);
  if (solo && stubs) s += ground.deadEnd();
  for (const kind of ORDER) for (const mark of printed) if (mark.kind === kind) s += find('marks', kind)?.(mark, way, printed) ?? '';
  return s + (card.only ? sign(card.only) : '');
}

/** In the corner: this tunnel is for one team alone. */
const sign = (colour: Colour) => `<circle cx="12.5" cy="13" r="8.6" fill="${{ green: '#0f4526', blue: '#173f78', yellow: '#6d5509' }[colour]}" stroke="#f3e6cb" stroke-width="1.4"/>${glyph(colour, 12.5, 13.2, 0.55)}`;
