/* A finished game at one of its turns, seen by somebody: a table that is told frame after frame what a socket would tell. */
import type { Remark, Replay, TableInfo, Update } from '../protocol';
import { line, text } from '../table/story';
import { Table } from '../table/table.svelte';
import { rounds, withHindsight, type Stretch } from './look';

export const SPEEDS = [1, 2, 4] as const;
export const OPEN = 'open';
export const TABLE = 'table';
const PACE = 1800; // milliseconds for a turn

export class Replayer {
  /** Whose: a seat by its number, everybody's, or everything open. */
  eyes = $state(OPEN);
  at = $state(0);
  playing = $state(false);
  speed: number = $state(1);
  frames: Update[] = $state.raw([]);
  /** What was said, each after so many of all events. */
  remarks: Remark[] = $state.raw([]);
  table: Table = $state.raw({} as Table);

  readonly last = $derived(this.frames.length - 1);
  readonly rounds: Stretch[] = $derived(rounds(this.frames));
  readonly pause = $derived(PACE / this.speed);
  /** What happened in this turn, in sentences. */
  readonly said: string[] = $derived.by(() => {
    const { table } = this, { events, view } = this.frames[this.at]!;
    return events.map((e, id) => line(table, { id, told: e, round: view.round })).filter((l) => l !== null).map(text);
  });

  readonly info: TableInfo;

  constructor(info: TableInfo, replay: Replay, at = 0) {
    this.info = info;
    this.at = at;
    this.see(replay);
  }

  /** The same turn with other eyes. */
  see(replay: Replay): void {
    this.eyes = replay.eyes;
    this.frames = replay.eyes === OPEN ? withHindsight(replay.frames) : replay.frames;
    this.remarks = replay.said;
    this.jump(this.at);
  }

  /** What was said by the end of a turn, since so many events. */
  private heard(at: number, since = -1): Remark[] {
    const told = this.frames.slice(0, at + 1).reduce((n, frame) => n + frame.events.length, 0);
    return this.remarks.filter((r) => r.after > since && r.after <= told);
  }

  /** One turn on is played as it was; elsewhere the table is laid out anew. */
  go(to: number): void {
    const at = Math.max(0, Math.min(this.last, to));
    if (at === this.at + 1) {
      this.table.hear(this.frames[at]!);
      this.table.hear({ t: 'said', said: this.heard(at, this.frames.slice(0, at).reduce((n, frame) => n + frame.events.length, 0)) });
      this.table.looked(); // nobody has to be waited for
    } else if (at !== this.at) this.jump(at);
    this.at = at;
    if (at === this.last) this.playing = false;
  }

  play(): void {
    if (this.playing) this.playing = false;
    else {
      if (this.at === this.last) this.go(0);
      this.playing = true;
    }
  }

  private jump(to: number): void {
    const at = Math.max(0, Math.min(this.last, to)), frame = this.frames[at]!, seat = Number(this.eyes);
    const table = new Table({ ...this.info, you: Number.isInteger(seat) ? seat : -1 });
    table.hear({ ...frame, t: 'welcome', said: this.heard(at), protocol: 0, table: table.info, events: this.frames.slice(0, at + 1).flatMap((f) => f.events) });
    table.link = 'open';
    this.table = table;
    this.at = at;
  }

  /** The address of this turn; a game from a file has none. */
  get path(): string {
    return !this.info.id ? '/replay' : `/t/${encodeURIComponent(this.info.id)}/replay?eyes=${this.eyes}#${this.at}`;
  }
}
