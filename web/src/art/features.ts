/* What is printed on tunnels besides rails: doors, ladders, crystals, trolls, gold. Pictures stay upright however a card lies. */
import { C, coinPip, linear, nuggets, type Point } from './core';
import { medal } from './glyph';
import { ARM, edges, middle, onWay, type Edge, type Passage } from './lines';
import { register, type Colour, type DrawMark } from './registry';
import { ladder } from './ladder';
import { troll } from './signs';

const armed = (edge: string): Point | undefined => ARM[edge as Edge];

const FRAME: Record<Colour, string> = { green: 'M30 103V66L50 46L70 66V103Z', blue: 'M30 103V66A20 20 0 0 1 70 66V103Z', yellow: 'M30 103V56H70V103Z' };
const LEAF: Record<Colour, string> = { green: 'M34 101V67.5L50 51.5L66 67.5V101Z', blue: 'M34 101V66A16 16 0 0 1 66 66V101Z', yellow: 'M34 101V60H66V101Z' };

/** Gable and pine for green, arch and drop for blue. */
function leaf(team: Colour): string {
  return `<path d="${FRAME[team]}" fill="#0b080b" opacity=".5" transform="translate(1.5 2)"/><path d="${FRAME[team]}" fill="url(#um-stone)" stroke="#120d10" stroke-width="2" stroke-linejoin="round"/>` +
    `<path d="${LEAF[team]}" fill="url(#um-d${team})" stroke="#120d10" stroke-width="1.6"/><path d="M42 57V101M50 52V101M58 57V101" stroke="#0d0a0d" stroke-opacity=".35" stroke-width="1.2"/><path d="M34 74H66M34 95H66" stroke="#2b2a30" stroke-width="3"/>` +
    medal(team, 50, 82, 11.4);
}

const door: DrawMark = (mark, way) => {
  const at = armed(mark.edges), picture = leaf(mark.colour ?? 'green');
  return at ? `<g transform="translate(${at[0]} ${at[1]}) scale(.68) translate(-50 -77)">${picture}</g>` : onWay(way, picture);
};

export const shard = (x: number, y: number, w: number, h: number, turn: number) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M${-w / 2} 0V${-h * 0.7}L0 ${-h}L${w / 2} ${-h * 0.7}V0Z" fill="url(#um-crystal)" stroke="#3a124a" stroke-width="1.3" stroke-linejoin="round"/><path d="M${-w / 2} ${-h * 0.7}L0 ${-h}V0H${-w / 2}Z" fill="#fff" opacity=".35"/></g>`;

const CORNERS: [string, Point][] = [['ES', [82, 124]], ['NW', [18, 22]], ['SW', [18, 124]], ['NE', [82, 22]]];

/** Three shards in a corner that no curve uses. */
const crystal: DrawMark = (_, way) => {
  const used = (corner: string) => way.groups.some((g) => g.length === 2 && edges(corner).every((e) => g.includes(e)));
  const [x, y] = (CORNERS.find(([corner]) => !used(corner)) ?? CORNERS[0]!)[1];
  return `<ellipse cx="${x}" cy="${y - 4}" rx="17" ry="16" fill="${C.crystal}" opacity=".2"/>${shard(x - 4, y + 8, 8, 20, -28)}${shard(x + 5, y + 8, 8, 19, 30)}${shard(x, y + 10, 10.5, 31, 2)}`;
};

/** He stands across the rails and wants a coin. */
const toll: DrawMark = (mark) => {
  const at = armed(mark.edges);
  if (!at) return `<g transform="translate(22 43) scale(.56)">${troll()}</g>${coinPip(80, 100, 1)}`;
  const beside: Record<string, Point> = { N: [74, 40], S: [74, 112], E: [86, 102], W: [14, 102] }, coin = beside[mark.edges]!;
  return `<g transform="translate(${at[0] - 21} ${at[1] - 22}) scale(.42)">${troll()}</g>${coinPip(coin[0], coin[1], 1, 9)}`;
};

/** Gold lies where it can be taken: in its own tunnel, or at the blind end it belongs to. */
const gold: DrawMark = (mark, way: Passage, printed = []) => {
  if (!mark.value) return ''; // it marks a goal, whose picture shows it
  const n = Math.min(3, Math.max(1, mark.value)) as 1 | 2 | 3, blind = mark.edges.length === 1 && way.stubs.includes(mark.edges);
  const at = (blind && armed(mark.edges)) || middle(way, mark.edges, printed.find((other) => other.kind === 'door')?.edges);
  const size = blind ? 0.62 : way.groups.length > 1 ? 0.8 : 1;
  return nuggets(Math.round(at[0]), Math.round(at[1]) + (blind ? -2 : 1), n, size);
};

register({
  defs: {
    'um-crystal': () => linear('um-crystal', [[0, '#ffe1ff'], [0.45, C.crystal], [1, '#8a3fb8']]),
    'um-troll': () => linear('um-troll', [[0, '#a9b79a'], [0.6, '#74876c'], [1, '#46543f']]),
  },
  marks: { door, ladder: (mark) => ladder(mark.colour), crystal, troll: toll, gold },
});
