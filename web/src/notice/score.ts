/* The sounds of the table, written as tones and noises: short, dry, under 700 ms. Times are in seconds, pitches in hertz. */
export interface Tone { wave: OscillatorType; pitch: number; /** Where it glides to. */ to?: number; at: number; lasts: number; loud: number }
export interface Noise { /** The middle of the band that is let through. */ band: number; /** How narrow it is. */ narrow: number; at: number; lasts: number; loud: number }
export type Note = Tone | Noise;

const tone = (wave: OscillatorType, pitch: number, at: number, lasts: number, loud: number, to?: number): Tone => ({ wave, pitch, at, lasts, loud, ...(to ? { to } : {}) });
const noise = (band: number, narrow: number, at: number, lasts: number, loud: number): Noise => ({ band, narrow, at, lasts, loud });
const tap = (at: number, pitch: number, loud: number): Note[] => [noise(pitch * 4, 2, at, 0.05, loud), tone('triangle', pitch, at, 0.09, loud, pitch * 0.6)];

/** Each row of the visual reference is one cue; some have more than one voice. */
export const CUES = {
  turn: { usual: [tone('sine', 660, 0, 0.32, 0.5), tone('sine', 1320, 0, 0.2, 0.12), tone('sine', 880, 0.17, 0.45, 0.5), tone('sine', 1760, 0.17, 0.28, 0.12)] },
  laid: { usual: [noise(900, 1.5, 0, 0.07, 0.6), tone('sine', 150, 0, 0.14, 0.6, 80), noise(2400, 3, 0.05, 0.05, 0.2)], bridge: [...tap(0, 240, 0.5), ...tap(0.09, 210, 0.35)] },
  cannot: { usual: [tone('sine', 110, 0, 0.16, 0.6, 70), noise(300, 2, 0, 0.08, 0.3)] },
  tool: { broken: [noise(3200, 1, 0, 0.03, 0.8), tone('sawtooth', 420, 0, 0.12, 0.3, 120), noise(1500, 2, 0.05, 0.12, 0.4)], mended: [...tap(0, 520, 0.45), ...tap(0.18, 520, 0.5)] },
  rockfall: { usual: [tone('sine', 70, 0, 0.6, 0.6, 38), noise(160, 0.8, 0, 0.6, 0.8), noise(1800, 4, 0.22, 0.05, 0.3), noise(2200, 4, 0.34, 0.05, 0.25), noise(1600, 4, 0.5, 0.06, 0.2)] },
  paper: { usual: [noise(4200, 0.8, 0, 0.1, 0.25), noise(5200, 0.9, 0.12, 0.16, 0.3)] },
  bell: { usual: [tone('sine', 990, 0, 0.65, 0.45), tone('sine', 2475, 0, 0.4, 0.15)], tick: [noise(3000, 5, 0, 0.03, 0.35)] },
  gavel: { usual: [...tap(0, 180, 0.8), ...tap(0.14, 160, 0.5)] },
  goal: {
    gold: [tone('triangle', 1047, 0, 0.35, 0.35), tone('triangle', 1319, 0.06, 0.35, 0.35), tone('triangle', 1568, 0.12, 0.4, 0.35), tone('triangle', 2093, 0.18, 0.45, 0.3)],
    stone: [tone('sine', 95, 0, 0.3, 0.8, 50), noise(250, 1, 0, 0.15, 0.5)],
    spider: [0, 0.06, 0.11, 0.18, 0.23, 0.29].map((at) => noise(3600, 6, at, 0.03, 0.3)),
    dragon: [noise(500, 0.6, 0, 0.65, 0.6), tone('sawtooth', 65, 0, 0.6, 0.2, 48)],
  },
  round: {
    diggers: [tone('triangle', 523, 0, 0.2, 0.4), tone('triangle', 659, 0.14, 0.2, 0.4), tone('triangle', 784, 0.28, 0.4, 0.4)],
    saboteurs: [tone('triangle', 523, 0, 0.2, 0.4), tone('triangle', 622, 0.14, 0.2, 0.4), tone('triangle', 392, 0.28, 0.4, 0.4)],
  },
  chat: { usual: [tone('sine', 780, 0, 0.06, 0.12)] },
} as const satisfies Record<string, Record<string, readonly Note[]>>;

export type CueName = keyof typeof CUES;
export interface Cue { name: CueName; voice: string; /** Seconds from now. */ after: number }
export const notes = (cue: { name: CueName; voice: string }): readonly Note[] => (CUES[cue.name] as Record<string, readonly Note[]>)[cue.voice] ?? [];
