/* The two clans: their names and signs, and what is known of a player here. */
import type { Spec } from '../../art';
import { parts, t, type Key } from '../../i18n/index.svelte';
import type { MinesPlayer, MinesView } from '../../protocol';
import { treasureBack } from '../../art/spec';
import { cardName, cardSpec, faceName, placeWord, roleSpec, roleWord } from '../../table/names';
import type { Table } from '../../table/table.svelte';
import type { View } from '../../table/views';
import { goalNotes, type Note } from '../notes';

export type Clan = MinesPlayer['clan'];
export const CLANS: readonly Clan[] = ['blue', 'yellow'];
export const clanName = (clan: Clan): string => t(`mines.${clan}` as Key);
export const clanSign = (clan: Clan): Spec => ({ kind: 'icon', icon: `clan-${clan}` });

export const minesOf = (view: View | null): MinesView => view as MinesView;
export const playerOf = (view: View | null, seat: number): MinesPlayer | undefined => minesOf(view).players.find((p) => p.seat === seat);

/** Treasures by kind, in the order in which they lie: how many are left of how many, and what one knows of them. */
export interface Kind { kind: string; left: number; of: number; known: { name: string; card: string }[] }
export function kinds(view: MinesView, shown: Table['shown']): Kind[] {
  const taken = view.players.flatMap((p) => p.treasures), seen = view.mine?.treasures ?? {};
  return [...new Set([...view.display, ...taken].map((one) => one.kind))].sort().map((kind) => {
    const here = view.display.filter((one) => one.kind === kind);
    return {
      kind, left: here.length, of: here.length + taken.filter((one) => one.kind === kind).length,
      known: here.flatMap((one) => { const card = one.card || seen[one.name] || ''; return card && shown?.place !== one.name ? [{ name: one.name, card }] : []; }),
    };
  });
}

/** Mines, dwarf cards and treasures that only this player has seen. */
export function notes(table: Table): Note[] {
  const view = minesOf(table.view), mine = view.mine, when = t('notes.map', { n: view.round });
  if (!mine) return [];
  const { shown } = table;
  const roles = Object.entries(mine.roles).filter(([seat]) => shown?.of !== Number(seat)).map(([seat, role]): Note => ({
    id: `role ${seat}`, spec: roleSpec(role, playerOf(view, Number(seat))?.clan), parts: parts('mines.seenDwarf', { name: table.name(Number(seat)), role: roleWord(role) }), when,
  }));
  const treasures = Object.entries(mine.treasures).filter(([name]) => shown?.place !== name).map(([name, card]): Note => ({
    id: `treasure ${name}`, spec: cardSpec(card), parts: parts('mines.seenTreasure', { place: placeWord(name), face: faceName(card) }), when,
  }));
  return [...goalNotes(table, when), ...roles, ...treasures];
}

export const treasureName = (kind: string, card: string): string => (card ? cardName(card) : t(`term.${kind}` as Key));
export const treasureSpec = (kind: string, card: string): Spec => (card ? cardSpec(card) : treasureBack(kind));
