/* What you think of the others: private, kept in this browser, new in every round because roles are. */
import { keep, kept } from '../keep';

export const READS = ['unsure', 'trust', 'suspect'] as const;
export type Read = (typeof READS)[number];

export class Reads {
  private marks: Record<number, Read> = $state({});
  private place = '';

  /** Opens the marks of a round. */
  open(table: string, round: number): void {
    const place = `reads.${table}.${round}`;
    if (place === this.place) return;
    this.place = place;
    try {
      this.marks = JSON.parse(kept(place) ?? '{}') as Record<number, Read>;
    } catch {
      this.marks = {};
    }
  }

  of(seat: number): Read {
    return this.marks[seat] ?? 'unsure';
  }

  change(seat: number): void {
    this.marks[seat] = READS[(READS.indexOf(this.of(seat)) + 1) % READS.length]!;
    keep(this.place, JSON.stringify(this.marks));
  }
}
