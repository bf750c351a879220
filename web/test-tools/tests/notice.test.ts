/* How your turn is noticed: sounds as they are set down on the device's clock, and what is off and why. */
import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as at from '../../src/fixtures/positions';
import { speak } from '../../src/fixtures/box';
import { cuesFor, windowCues } from '../../src/notice/cues';
import NoticeSettings from '../../src/notice/NoticeSettings.svelte';
import { CUES, notes, type CueName } from '../../src/notice/score';
import { Speaker } from '../../src/notice/speaker.svelte';
import type * as wire from '../../src/protocol';
import { notices } from '../../src/settings.svelte';
import { pageTitle } from '../../src/table/story';
import { Table } from '../../src/table/table.svelte';

beforeAll(() => speak('en'));
beforeEach(() => { notices.sound.on = true; });
afterEach(() => { cleanup(); vi.unstubAllGlobals(); });

/** A device whose clock stands still, and which remembers what it is to play. */
class Device {
  static made = 0;
  currentTime = 100;
  sampleRate = 100;
  destination = {};
  played: { kind: 'tone' | 'noise'; pitch: number; start: number; stop: number }[] = [];
  constructor() { Device.made++; }
  private node(kind: 'tone' | 'noise' | '') {
    const entry = { kind, pitch: 0, start: 0, stop: 0 } as Device['played'][number];
    const value = { value: 0, setValueAtTime: (v: number) => { entry.pitch = v; }, linearRampToValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
    if (kind) this.played.push(entry);
    return { gain: value, frequency: value, Q: { ...value, setValueAtTime: () => undefined }, type: '', connect: () => undefined, start: (t: number) => { entry.start = t; }, stop: (t: number) => { entry.stop = t; } };
  }
  createGain() { return this.node(''); }
  createBiquadFilter() { return this.node(''); }
  createOscillator() { return this.node('tone'); }
  createBufferSource() { return this.node('noise'); }
  createBuffer() { return { getChannelData: () => new Float32Array(100) }; }
  resume() { return Promise.resolve(); }
}
function listen() {
  const device = new Device(), speaker = new Speaker(() => device as unknown as AudioContext);
  return { device, speaker };
}
const every = (Object.keys(CUES) as CueName[]).flatMap((name) => Object.keys(CUES[name]).map((voice) => ({ name, voice, after: 0 })));

describe('the eleven cues', () => {
  it('are all there, and each is under 700 ms', () => {
    expect(Object.keys(CUES).length).toBe(11);
    for (const cue of every) {
      const { device, speaker } = listen();
      speaker.unlock();
      speaker.play([cue]);
      expect(device.played.length, cue.name).toBe(notes(cue).length);
      expect(Math.min(...device.played.map((n) => n.start)), cue.name).toBe(100);
      expect(Math.max(...device.played.map((n) => n.stop)), cue.name).toBeLessThanOrEqual(100.7);
      expect(device.played.every((n) => n.stop > n.start)).toBe(true);
    }
  });
  it('call your turn with two chimes that rise', () => {
    const { device, speaker } = listen();
    speaker.unlock();
    speaker.play([{ name: 'turn', voice: 'usual', after: 0.5 }]);
    const chimes = device.played.filter((n) => n.pitch < 1000).sort((a, b) => a.start - b.start);
    expect(chimes.map((n) => n.start)).toEqual([100.5, 100.67]);
    expect(chimes[1]!.pitch).toBeGreaterThan(chimes[0]!.pitch);
  });
  it('are louder than chat', () => {
    const loudest = (cue: (typeof every)[number]) => Math.max(...notes(cue).map((n) => n.loud));
    const chat = loudest(every.find((c) => c.name === 'chat')!);
    for (const cue of every.filter((c) => c.name !== 'chat')) expect(loudest(cue), cue.name).toBeGreaterThan(chat);
  });
});

describe('nothing is heard', () => {
  it('before the first press: there is not even a device', () => {
    const { device, speaker } = listen(), made = Device.made;
    speaker.play(every);
    expect([device.played.length, Device.made]).toEqual([0, made]);
  });
  it('when muted, which is remembered', () => {
    const { device, speaker } = listen();
    speaker.unlock();
    notices.sound.on = false;
    speaker.play(every);
    expect(device.played).toEqual([]);
    expect(localStorage.getItem('undermine.sound')).toBe('no');
  });
});

describe('what has happened', () => {
  const heard = (facts: wire.Told[], turn = false, seat = 0) => cuesFor(facts, { seat, arrives: (s) => (s === 0 ? 0.24 : 0.44), turn }).map((c) => [c.name, c.voice, Math.round(c.after * 100) / 100]);
  it.each([
    [{ kind: 'laid', seat: 1, shape: 'NEW' }, ['laid', 'usual', 0.44]],
    [{ kind: 'laid', seat: 0, shape: 'NS|EW' }, ['laid', 'bridge', 0.24]],
    [{ kind: 'broke', seat: 1, target: 0 }, ['tool', 'broken', 0.44]],
    [{ kind: 'mended', seat: 1, target: 0 }, ['tool', 'mended', 0.44]],
    [{ kind: 'collapsed', seat: 1 }, ['rockfall', 'usual', 0.44]],
    [{ kind: 'turned', seat: 1, card: 'stone-NE' }, ['goal', 'stone', 0.89]],
    [{ kind: 'turned', seat: 1, card: 'gold' }, ['goal', 'gold', 0.89]],
    [{ kind: 'won', side: 'saboteurs' }, ['round', 'saboteurs', 1.34]],
  ])('%j sounds when it is seen', (fact, cue) => expect(heard([fact])).toEqual([cue]));
  it('sounds like paper only to the one who looks', () => {
    expect(heard([{ kind: 'looked', seat: 1, goal: 0 }])).toEqual([]);
    expect(heard([{ kind: 'saw', seat: 0, goal: 0, card: 'gold' }])).toEqual([['paper', 'usual', 0.24]]);
  });
  it('sounds like paper when a role or a card was inspected', () => {
    expect(heard([{ kind: 'role', seat: 3, card: 'saboteur' }])).toEqual([['paper', 'usual', 0.44]]);
  });
  it('is a bell and three ticks while a card can be stopped, and a gavel if it is', () => {
    expect(windowCues(6).map((c) => [c.name, c.voice, c.after])).toEqual([['bell', 'usual', 0], ['bell', 'tick', 3], ['bell', 'tick', 4], ['bell', 'tick', 5]]);
    const stopped = (seat: number, open?: number) => cuesFor([{ kind: 'played', seat, card: 'map' }], { seat: 0, arrives: () => 0, turn: false, open }).map((c) => c.name);
    expect([stopped(1, 2), stopped(2, 2), stopped(1)]).toEqual([['gavel'], [], []]);
  });
  it('is heard before your turn is called', () => {
    expect(heard([{ kind: 'laid', seat: 1, shape: 'NEW' }, { kind: 'drew', seat: 1 }], true)).toEqual([['laid', 'usual', 0.44], ['turn', 'usual', 0.89]]);
    expect(heard([], true)).toEqual([['turn', 'usual', 0]]);
  });
  it('is not heard twelve times when twelve moves were missed', () => {
    expect(heard(Array.from({ length: 12 }, () => ({ kind: 'laid', seat: 1, shape: 'NEW' })))).toEqual([['laid', 'usual', 0.44]]);
  });
});

describe('the title of the page', () => {
  it('says whose turn it is, and nothing else', () => {
    const table = new Table(at.info());
    expect(pageTitle(table)).toBe('Undermine: table');
    table.hear({ t: 'welcome', said: [], protocol: 2, table: at.info(), n: 1, view: at.view(), ask: at.myTurn, events: [] });
    expect(pageTitle(table)).toBe('● Your turn · Undermine');
    table.hear({ t: 'update', n: 2, events: [], view: at.view(6, { asked: [4] }), ask: at.asks(4) });
    expect(pageTitle(table)).toBe('Ines is to move · Undermine');
  });
});

describe('what is off says why', () => {
  const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  it('without https', () => {
    vi.stubGlobal('isSecureContext', false);
    render(NoticeSettings);
    for (const name of [/Keep the screen on.*only over https/, /notification.*only over https/]) expect(box(name).disabled).toBe(true);
    expect(box(/^Sounds$/).disabled).toBe(false);
  });
  it('where it was forbidden', () => {
    vi.stubGlobal('isSecureContext', true);
    vi.stubGlobal('Notification', { permission: 'denied' });
    render(NoticeSettings);
    expect(box(/notification.*forbidden/).disabled).toBe(true);
    expect(box(/Keep the screen on.*cannot/).disabled).toBe(true); // jsdom has no wake lock
  });
  it('and asks for what must be asked for', async () => {
    vi.stubGlobal('isSecureContext', true);
    const requestPermission = vi.fn(() => Promise.resolve('granted'));
    vi.stubGlobal('Notification', { permission: 'default', requestPermission });
    render(NoticeSettings);
    await userEvent.click(box(/notification/));
    await tick();
    expect([requestPermission.mock.calls.length, notices.notification.on, box(/notification/).checked]).toEqual([1, true, true]);
  });
});
