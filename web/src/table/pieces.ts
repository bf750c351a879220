/* Where pieces stand on the board, in its own units: figures side by side in the middle of a card, what lies on a side there,
   what covers something printed over it, and all else in the corners. */
import type { Piece } from '../protocol';
import { CELL, STEP } from './camera';
import { at } from './offers';
import type { View } from './views';

export interface Standing { id: string; piece: Piece; x: number; y: number; size: number; own: boolean }

const GAP = { x: (STEP.x - CELL.w) / 2, y: (STEP.y - CELL.h) / 2 };
/** The middle of each side, halfway to the next card. */
export const SIDES: Record<string, [number, number]> = { N: [CELL.w / 2, -GAP.y], E: [CELL.w + GAP.x, CELL.h / 2], S: [CELL.w / 2, CELL.h + GAP.y], W: [-GAP.x, CELL.h / 2] };
const CORNERS: [number, number][] = [[76, 24], [24, 24], [76, 126], [24, 126], [50, 75]];
const MIDDLE: [number, number] = [CELL.w / 2, CELL.h / 2];
const TOKEN = 46, COVER = 60, STACKED = 11;
const FIGURES = [80, 58, 44]; // as large as there is room for so many in a row

/** The place and size of one of so many figures on a card. */
export function figure(i: number, of: number): { x: number; y: number; size: number } {
  const row = of > 4 ? 3 : of > 1 ? 2 : 1, rows = Math.ceil(of / row), size = FIGURES[row - 1]!, line = Math.floor(i / row);
  const inLine = Math.min(row, of - line * row), apart = CELL.w / row, down = size * 0.82;
  return { size, x: CELL.w / 2 + ((i % row) - (inLine - 1) / 2) * apart * (row === 3 ? 0.92 : 0.96), y: CELL.h / 2 - 6 + (line - (rows - 1) / 2) * down };
}

/** Every piece but the mark of the card laid last; `me`: whose own figure is marked. */
export function standing(view: View, me: number): Standing[] {
  const pieces = view.pieces.filter((p) => p.kind !== 'last'), taken = new Map<string, number>();
  const figures = new Map<string, number>();
  for (const p of pieces) if (p.kind === 'dwarf') figures.set(at(p.x, p.y), (figures.get(at(p.x, p.y)) ?? 0) + 1);
  const found = pieces.map((piece, i): Standing => {
    const group = piece.kind === 'dwarf' ? 'dwarf' : (piece.edge ?? (piece.kind === 'cleared' ? 'middle' : 'corner')), key = `${at(piece.x, piece.y)} ${group}`, n = taken.get(key) ?? 0;
    taken.set(key, n + 1);
    const put = (dx: number, dy: number, size = TOKEN) => ({ x: piece.x * STEP.x + dx, y: piece.y * STEP.y + dy, size });
    const mine = { id: piece.kind === 'dwarf' ? `dwarf ${piece.seat}` : `${i}`, piece, own: piece.kind === 'dwarf' && piece.seat === me };
    if (piece.kind === 'dwarf') { const one = figure(n, figures.get(at(piece.x, piece.y))!); return { ...mine, ...put(one.x, one.y, one.size) }; }
    if (piece.edge) { const [x, y] = SIDES[piece.edge]!; return { ...mine, ...put(x + n * STACKED, y - n * STACKED) }; }
    if (group === 'middle') return { ...mine, ...put(...MIDDLE, COVER) };
    return { ...mine, ...put(...CORNERS[n % CORNERS.length]!) };
  });
  /* Figures stand before what lies on the ground, and whoever stands lower before the others. */
  return found.sort((a, b) => Number(a.piece.kind === 'dwarf') - Number(b.piece.kind === 'dwarf') || a.y - b.y);
}
