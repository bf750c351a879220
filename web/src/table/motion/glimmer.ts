/* Dust and light over the board, drawn on one canvas: as elements each would be a layer of its own, and a card that is laid
   would have the whole page sorted into layers and drawn anew. Soft enough for half the resolution. */
import type { Spot } from '../offers';

const SCALE = 0.5;
const SPRITE = 64;

/** How something soft looks at a moment (0 to 1): where its middle is and how large it is, in cards' own units, and how strong. */
export interface Look { x: number; y: number; w: number; h: number; alpha: number }
export interface Glint { spot: Spot; colour: 'dust' | 'light'; at: number; lasts: number; look: (moment: number) => Look }

const COLOURS = {
  dust: [[0, 'rgb(225 211 184 / 0.95)'], [1, 'rgb(205 191 164 / 0)']],
  light: [[0, 'rgb(255 226 168 / 0.85)'], [0.6, 'rgb(255 184 77 / 0.35)'], [1, 'rgb(255 184 77 / 0)']],
} as const;

function sprite(colour: Glint['colour']): HTMLCanvasElement {
  const canvas = document.createElement('canvas'), r = SPRITE / 2;
  canvas.width = canvas.height = SPRITE;
  const ctx = canvas.getContext('2d');
  if (!ctx) return canvas; // nothing can be drawn here
  const soft = ctx.createRadialGradient(r, r, 0, r, r, r);
  for (const [stop, tint] of COLOURS[colour]) soft.addColorStop(stop, tint);
  ctx.fillStyle = soft;
  ctx.fillRect(0, 0, SPRITE, SPRITE);
  return canvas;
}

export class Glimmer {
  private readonly canvas = document.createElement('canvas');
  private readonly sprites = { dust: sprite('dust'), light: sprite('light') };
  private readonly rect: (spot: Spot) => DOMRect | null;
  private readonly unit: number;
  private glints: Glint[] = [];
  private start = 0;
  private frame = 0;

  /** `rect` says where a place is in the window, `unit` how wide it is in units of its own. */
  constructor(rect: (spot: Spot) => DOMRect | null, unit: number) {
    this.rect = rect;
    this.unit = unit;
    this.canvas.className = 'glimmer';
  }

  /** Begins a new play; `over` is what it is drawn over. */
  play(glints: Glint[], over: HTMLElement): void {
    this.clear();
    if (!glints.length) return;
    this.glints = glints;
    over.append(this.canvas);
    const first = Math.min(...glints.map((g) => g.at));
    this.start = performance.now();
    /* Nothing is drawn before there is something to see. */
    this.frame = window.setTimeout(() => this.next(), Math.max(0, first - 20));
  }

  clear(): void {
    clearTimeout(this.frame);
    cancelAnimationFrame(this.frame);
    this.glints = [];
    this.canvas.remove();
  }

  private next(): void {
    this.frame = requestAnimationFrame(() => {
      this.draw(performance.now() - this.start);
      if (this.glints.length) this.next();
      else this.clear();
    });
  }

  private draw(now: number): void {
    const box = this.canvas.getBoundingClientRect(), w = Math.ceil(box.width * SCALE), h = Math.ceil(box.height * SCALE), ctx = this.canvas.getContext('2d');
    if (!ctx) return;
    if (this.canvas.width !== w || this.canvas.height !== h) { this.canvas.width = w; this.canvas.height = h; }
    else ctx.clearRect(0, 0, w, h);
    this.glints = this.glints.filter((g) => now < g.at + g.lasts);
    for (const glint of this.glints) {
      const place = now >= glint.at && this.rect(glint.spot);
      if (!place) continue;
      const look = glint.look((now - glint.at) / glint.lasts), k = (place.width / this.unit) * SCALE;
      ctx.globalAlpha = look.alpha;
      ctx.drawImage(this.sprites[glint.colour], (place.left - box.left) * SCALE + (look.x - look.w / 2) * k, (place.top - box.top) * SCALE + (look.y - look.h / 2) * k, look.w * k, look.h * k);
    }
  }
}
