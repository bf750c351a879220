/* A place or a player that is pointed at for a moment, because somebody asked where that was. */
import type { Scene } from './story';

const FOR = 2600; // milliseconds

export class Pointing {
  at: Scene | null = $state.raw(null);
  private timer = 0;

  show(scene: Scene): void {
    this.at = scene;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.at = null), FOR);
  }
}
