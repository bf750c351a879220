/* Each distinct face is drawn once, as a picture behind a blob: address, and shared by board, hand, piles and panels. */
import { standalone, type Look, type Spec } from '.';

const faces = new Map<string, { url: string; image: HTMLImageElement }>();

export function face(spec: Spec, look: Look = {}): string {
  const key = JSON.stringify([spec, look]);
  let known = faces.get(key);
  if (!known) {
    const url = URL.createObjectURL(new Blob([standalone(spec, look)], { type: 'image/svg+xml' }));
    const image = new Image(); // held, so that the parsed picture stays in memory
    image.src = url;
    faces.set(key, (known = { url, image }));
  }
  return known.url;
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
