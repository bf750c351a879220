/* Settings of this browser. */
import { keep, kept } from './keep';

class Settings {
  #confirmEvery = $state(kept('confirmEvery') === 'yes');

  /** Ask before every move, also before those that need only one tap or a drop. */
  get confirmEvery(): boolean {
    return this.#confirmEvery;
  }
  set confirmEvery(on: boolean) {
    this.#confirmEvery = on;
    keep('confirmEvery', on ? 'yes' : 'no');
  }
}

export const settings = new Settings();
