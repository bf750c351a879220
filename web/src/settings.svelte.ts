/* Settings of this browser. */
import { keep, kept } from './keep';

class Settings {
  #atOnce = $state(kept('atOnce') === 'yes');

  /** A tap is enough where nothing is left to decide; otherwise it shows what would happen, and one more word does it. */
  get atOnce(): boolean {
    return this.#atOnce;
  }
  set atOnce(on: boolean) {
    this.#atOnce = on;
    keep('atOnce', on ? 'yes' : 'no');
  }
}

export const settings = new Settings();

/** A switch that this browser remembers. */
export class Kept {
  #on: boolean;
  private readonly name: string;

  constructor(name: string, usual: boolean) {
    this.name = name;
    this.#on = $state((kept(name) ?? (usual ? 'yes' : 'no')) === 'yes');
  }
  get on(): boolean {
    return this.#on;
  }
  set on(on: boolean) {
    this.#on = on;
    keep(this.name, on ? 'yes' : 'no');
  }
}

/** How your turn is noticed. */
export const notices = { sound: new Kept('sound', true), vibration: new Kept('vibration', true), awake: new Kept('awake', true), notification: new Kept('notification', false) };
