/* What is in the box of the game on the screen: cards and ways to answer by name. Told once; nothing here reads a name. */
import * as api from '../api';
import { loadArt } from '../art/load';
import { useWords } from '../i18n/index.svelte';
import type { Box, Face, FormInfo, Move } from '../protocol';

let current = $state.raw<Box | null>(null);

export const useBox = (box: Box | null): void => { current = box; };
export const theBox = (): Box | null => current;

/** With the pictures that it needs. */
export async function takeBox(box: Box, extras: readonly string[]): Promise<void> {
  await loadArt(box.game, [...extras, ...Object.values(box.faces).map((face) => face.art)]);
  useWords(box.words);
  useBox(box);
}

/** Asks for it until it is here: without it nothing can be drawn. */
export async function openBox(table: string, extras: readonly string[]): Promise<void> {
  try {
    await takeBox(await api.box(table), extras);
  } catch {
    if (!current) setTimeout(() => void openBox(table, extras), AGAIN);
  }
}
const AGAIN = 2000; // milliseconds

/** What a card is; nothing for one that nobody can name. */
export const faceOf = (card: string | null | undefined): Face | undefined => (card ? current?.faces[card] : undefined);
export const formOf = (verb: string): FormInfo | undefined => current?.forms[verb];

/** Is it laid into the maze? */
export const isTunnel = (card: string): boolean => Boolean(faceOf(card)?.shape);

/** The card of the hand that a move plays, if it plays one. */
export const cardOf = (move: Move): string => (formOf(move.verb)?.card ? (move.card ?? '') : '');

/** A card that does harm to whoever it lies before; others may lie there as well. */
export function hinders(card: string): boolean {
  const face = faceOf(card);
  return face?.use === 'hinder' && face.forms.some((verb) => formOf(verb)?.fields.some((f) => f.what === 'seat'));
}
