/* How the table is played, as the server tells it: read once for each table and language, shown by whatever explains a card. */
import * as api from './api';
import { lang } from './i18n/index.svelte';
import type { Guide, GuideSection } from './protocol';

export interface Chosen { game: string; edition: string; players: number; extras?: string[] }

class Explained {
  private texts: Map<string, string> = $state.raw(new Map());
  /** What the game is about, in reading order. */
  topics: GuideSection[] = $state.raw([]);
  private of = '';

  /** Reads the guide of a table, unless it is known; a table is played without it just as well. */
  async read({ game, edition, players, extras = [] }: Chosen): Promise<void> {
    const chosen = { game, edition, players, with: extras.join(',') }, wanted = JSON.stringify([chosen, lang()]);
    if (wanted === this.of) return;
    this.of = wanted;
    try {
      const told = await api.guide(chosen);
      if (this.of === wanted) this.learn(told);
    } catch {
      if (this.of === wanted) this.of = ''; // asked again another time
    }
  }

  learn(told: Guide): void {
    this.topics = told.sections.filter((s) => s.text);
    this.texts = new Map(told.sections.flatMap((s) => s.cards).flatMap((c) => c.faces.map((f) => [f.face, c.text])));
  }

  /** What a card does, in a sentence or two; nothing as long as nobody told. */
  text(face: string): string {
    return this.texts.get(face) ?? '';
  }
}

export const explained = new Explained();
