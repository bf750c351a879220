/* Cards that stand for games and extras. What draws them is loaded apart from the page that shows them. */
import type { Spec } from '../art';
import { loadArt } from '../art/load';
import { faceSpec } from '../art/spec';
import type { Face } from '../protocol';

export async function picture(game: string, face: Face, extra = ''): Promise<Spec> {
  await loadArt(game, extra ? [face.art, extra] : [face.art]);
  return faceSpec(face, { game });
}
