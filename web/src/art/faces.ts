/* Each distinct face is drawn once, as a picture behind a blob: address, and shared by board, hand, piles and panels. */
import { standalone, type Look, type Spec } from '.';
import { loaded } from './load';

interface Kept { url: string; image: HTMLImageElement; svg: string; loaded: number }
const faces = new Map<string, Kept>();

export function face(spec: Spec, look: Look = {}): string {
  const key = JSON.stringify([spec, look]), known = faces.get(key);
  if (known && known.loaded === loaded()) return known.url;
  const svg = standalone(spec, look);
  if (known?.svg === svg) {
    known.loaded = loaded();
    return known.url;
  }
  if (known) URL.revokeObjectURL(known.url);
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  const image = new Image(); // held, so that the parsed picture stays in memory
  image.src = url;
  faces.set(key, { url, image, svg, loaded: loaded() });
  return url;
}

/** A face that must not stay behind (a secret role): its address dies with it. */
export function forget(spec: Spec, look: Look = {}): void {
  const key = JSON.stringify([spec, look]), known = faces.get(key);
  if (known) URL.revokeObjectURL(known.url);
  faces.delete(key);
}

export function forgetAll(): void {
  for (const known of faces.values()) URL.revokeObjectURL(known.url);
  faces.clear();
}
