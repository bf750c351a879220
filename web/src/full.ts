/* What the server leaves out as usual is put back here, once, so that nothing further on has to think of it. */
import type * as wire from './protocol';

export type Cell = Required<wire.Cell>;
export type Player = Required<wire.Player>;
export type HandCard = Required<wire.HandCard>;
export type Mine = Omit<Required<wire.Mine>, 'hand'> & { hand: HandCard[] };
export type RoundResult = Required<wire.RoundResult>;
export type Option = Required<wire.Option>;
export type Ask = Omit<wire.Ask, 'options'> & { options: Option[] };
export type Told = Required<wire.Told>;
export type View = Omit<Required<wire.View>, 'cells' | 'players' | 'mine' | 'results' | 'discards' | 'open'> & {
  cells: Cell[]; players: Player[]; mine: Mine | null; results: RoundResult[]; discards: HandCard[] | null; open: Mine[];
};

const cell = (c: wire.Cell): Cell => ({ shape: '', card: '', turned: false, lit: '', goal: -1, faceUp: true, ...c });
const player = (p: wire.Player): Player => ({ hand: 0, gold: 0, front: [], role: '', nuggets: -1, tokens: false, ...p });
const bunch = (h: wire.HandCard): HandCard => ({ count: 1, ...h });
const mine = (m: wire.Mine): Mine => ({ role: '', gold: [], nuggets: 0, peeks: {}, packet: [], ...m, hand: (m.hand ?? []).map(bunch) });
const result = (r: wire.RoundResult): RoundResult => ({ finisher: -1, roles: [], cards: [], wage: 0, clans: [], gold: '', ...r });

export const view = (v: wire.View): View => ({
  active: -1, deck: 0, discard: 0, goldDeck: 0, winners: [], leftover: '', mapTalk: false, places: {}, numbers: {}, ...v,
  cells: (v.cells ?? []).map(cell),
  players: (v.players ?? []).map(player),
  mine: v.mine ? mine(v.mine) : null,
  results: (v.results ?? []).map(result),
  discards: v.discards?.map(bunch) ?? null,
  open: (v.open ?? []).map(mine),
});

const option = (o: wire.Option): Option => ({
  card: '', x: 0, y: 0, turned: false, target: -1, tool: '', goal: -1, shape: '', quarter: 0, number: 0, word: '',
  seats: [], cards: [], words: [], ...o,
});
export const ask = (a: wire.Ask): Ask => ({ ...a, options: (a.options ?? []).map(option) });

export const told = (e: wire.Told): Told => ({
  seat: -1, target: -1, card: '', tool: '', x: 0, y: 0, turned: false, goal: -1, shape: '', side: '', number: 0,
  seats: [], roles: [], cards: [], quarter: 0, word: '', words: [], ...e,
});
