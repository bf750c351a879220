/* Plays cues. Browsers allow no sound before the first press, and neither do we: until then there is not even a device. */
import { notices } from '../settings.svelte';
import { notes, type Cue, type Note } from './score';

const VOLUME = 0.5;
const RATE = 0.005; // seconds until a tone is there, so that it does not click

/** Sets the notes of a cue down on the device's own clock. */
export function schedule(device: AudioContext, out: AudioNode, played: readonly Note[], start: number, hiss: AudioBuffer): void {
  for (const note of played) {
    const at = start + note.at, gain = device.createGain();
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(note.loud, at + RATE);
    gain.gain.exponentialRampToValueAtTime(0.001, at + note.lasts);
    gain.connect(out);
    let source: AudioScheduledSourceNode;
    if ('wave' in note) {
      const tone = (source = device.createOscillator()) as OscillatorNode;
      tone.type = note.wave;
      tone.frequency.setValueAtTime(note.pitch, at);
      if (note.to) tone.frequency.exponentialRampToValueAtTime(note.to, at + note.lasts);
      tone.connect(gain);
    } else {
      const noise = (source = device.createBufferSource()) as AudioBufferSourceNode, band = device.createBiquadFilter();
      noise.buffer = hiss;
      band.type = 'bandpass';
      band.frequency.setValueAtTime(note.band, at);
      band.Q.setValueAtTime(note.narrow, at);
      noise.connect(band);
      band.connect(gain);
    }
    source.start(at);
    source.stop(at + note.lasts);
  }
}

/** Noise that is the same every time. */
function hissing(device: AudioContext): AudioBuffer {
  const buffer = device.createBuffer(1, device.sampleRate, device.sampleRate), samples = buffer.getChannelData(0);
  let seed = 1;
  for (let i = 0; i < samples.length; i++) {
    seed = (seed * 48271) % 2147483647;
    samples[i] = seed / 1073741823.5 - 1;
  }
  return buffer;
}

export class Speaker {
  private device: AudioContext | null = null;
  private out: GainNode | null = null;
  private hiss: AudioBuffer | null = null;
  private readonly make: (() => AudioContext) | null;

  constructor(make: (() => AudioContext) | null = typeof AudioContext === 'undefined' ? null : () => new AudioContext()) {
    this.make = make;
  }

  /** At a press: from now on sounds may be played. */
  unlock(): void {
    if (this.device || !this.make) return;
    this.device = this.make();
    this.out = this.device.createGain();
    this.out.gain.value = VOLUME;
    this.out.connect(this.device.destination);
    this.hiss = hissing(this.device);
    void this.device.resume();
  }

  play(cues: Cue[]): void {
    const { device, out, hiss } = this;
    if (!device || !out || !hiss || !notices.sound.on) return;
    for (const cue of cues) schedule(device, out, notes(cue), device.currentTime + cue.after, hiss);
  }
}

export const speaker = new Speaker();
