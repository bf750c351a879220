/* Choosing a language: kept for the next visit. */
import { keep } from '../keep';
import { useLang, type Lang } from './index.svelte';

/** Each language by its own name, and short. */
export const NAMES: Record<Lang, [string, string]> = { en: ['English', 'EN'], ru: ['Русский', 'RU'], uk: ['Українська', 'UK'] };

export async function chooseLang(next: Lang): Promise<void> {
  keep('lang', next);
  await useLang(next);
}
