/* What the player is about to do: the chosen card or way to answer, what has been said of it so far, and how to step back.
   It knows no move: whatever the question offers is said field by field, and only what is offered becomes a move. */
import type { Move } from '../protocol';
import { cardOf, faceOf, formOf, isTunnel } from './box.svelte';
import { at, cellOf, fitting, holds, idOf, isStep, meant, nearest, offersOf, places, said, spread, type Direction, type Offer, type Place, type Slot, type Spot } from './offers';
import type { Table } from './table.svelte';
import { cellAt, standsAt } from './views';

/* Nothing is always the same nothing, so that nothing is drawn again for it. */
const NOTHING: Offer[] = [];
const NOWHERE = new Map<string, Place>();
const NOBODY = new Set<number>();

/** Something that is chosen from a list: a value of the next field, or a way to answer that needs nothing more. */
export interface Answer { id: string; verb: string; slot: Slot | null; offers: Offer[] }
/** A word that was said: where it was aimed. */
interface Pick { id: string; spot: Spot | null; seat: number }

export class Choice {
  /** Index in the hand; -1: none. */
  index = $state(-1);
  /** Cards of the hand that go together: thrown away, for instance. */
  gathered: number[] = $state.raw([]);
  /** A way to answer that plays no card, where cards could be played. */
  verb = $state('');
  /** How the card is held, in quarter turns. */
  quarter = $state(0);
  private picks: Pick[] = $state.raw([]);
  /** What nobody offered, to be explained. */
  question = $state.raw<{ move: Move; spot: Spot | null } | null>(null);

  /** Where the card that was played last lay in the hand, for its flight to the board. */
  from: DOMRect | null = null;

  readonly hand = $derived.by(() => spread(this.table.view?.mine?.hand ?? []));
  readonly card = $derived.by(() => (this.verb ? '' : (this.hand[this.index] ?? '')));
  readonly step = $derived.by(() => (this.table.asksMe ? (this.table.ask?.step ?? '') : ''));
  /** Is it a question in which cards of the hand are played? */
  readonly playing = $derived.by(() => this.step === 'turn' || this.table.options.some(cardOf));
  /** All that begins with the chosen card or way; where no card is played, all that is offered. */
  readonly whole = $derived.by(() => this.begin());
  private readonly stages = $derived.by(() => this.walk());
  /** What is left once all that was said is taken into account. */
  readonly left = $derived.by(() => this.stages.at(-1) ?? NOTHING);
  /** Where there was something else to choose before the last word. */
  private readonly before = $derived.by(() => (this.picks.length && this.stages.length > this.picks.length ? this.stages[this.picks.length - 1]! : NOTHING));
  private readonly last = $derived.by(() => (this.stages.length > this.picks.length ? this.picks.at(-1) : undefined));
  readonly aim = $derived.by((): Spot | null => this.last?.spot ?? null);
  /** A player who was chosen, or whose choice is asked once more. */
  readonly target = $derived.by(() => this.last?.seat ?? -1);
  readonly places = $derived.by(() => this.where());
  readonly seats = $derived.by(() => this.who());
  /** What is chosen from a list now. */
  readonly answers = $derived.by(() => this.listed());
  /** Sides of a cell that can be chosen now. */
  readonly edges = $derived.by(() => this.answers.filter((a) => a.slot?.aim === 'edge'));
  /** Cards are chosen from the hand, to go together. */
  readonly gathering = $derived.by(() => this.left.length > 0 && this.left.every((o) => o.slots[0]?.aim === 'hand'));
  /** What Enter would do. */
  readonly ready = $derived.by(() => this.pending());
  readonly canTurn = $derived.by(() => this.turnable());
  /** Ways that play no card of the hand, beside those that do. */
  readonly besides = $derived.by(() => (this.playing ? [...new Set(this.table.options.filter((o) => !cardOf(o)).map((o) => o.verb))] : []));
  /** The one of them that throws cards away. */
  readonly throws = $derived.by(() => this.besides.find((verb) => formOf(verb)?.fields.length === 1 && formOf(verb)!.fields[0]!.what === 'faces') ?? '');
  readonly discarding = $derived.by(() => this.verb !== '' && this.verb === this.throws);

  readonly table: Table;
  private readonly atOnce: () => boolean;

  constructor(table: Table, atOnce: () => boolean) {
    this.table = table;
    this.atOnce = atOnce;
  }

  /** All ways to play a card of the hand. */
  plays(card: string): Move[] {
    return this.table.options.filter((o) => cardOf(o) === card);
  }

  private begin(): Offer[] {
    const { view, options } = this.table;
    if (!this.playing) return options.length ? offersOf(options, view, null) : NOTHING;
    const moves = this.verb ? options.filter((o) => o.verb === this.verb && !cardOf(o)) : this.card ? this.plays(this.card) : [];
    return moves.length ? offersOf(moves, view, this.hand) : NOTHING;
  }

  private walk(): Offer[][] {
    const found = [this.whole];
    for (const pick of this.picks) {
      const next = said(found.at(-1)!, pick.id);
      if (!next.length) break;
      found.push(next);
    }
    return found;
  }

  private where(): Map<string, Place> {
    const now = places(this.left), found = now.size || !this.last?.spot ? now : places(this.before);
    return found.size ? found : NOWHERE;
  }

  private who(): Set<number> {
    const seats = (offers: Offer[]) => offers.flatMap((o) => (o.slots[0]?.aim === 'seat' ? [Number(o.slots[0].value)] : []));
    const now = seats(this.left), found = now.length || this.target < 0 ? now : seats(this.before);
    return found.length ? new Set(found) : NOBODY;
  }

  private listed(): Answer[] {
    const found = new Map<string, Answer>();
    for (const offer of this.left) {
      const slot = offer.slots[0] ?? null;
      if (slot && slot.aim !== 'word' && slot.aim !== 'edge') continue;
      const id = `${offer.move.verb} ${slot ? idOf(slot) : offer.quarter}`, known = found.get(id);
      if (known) known.offers.push(offer);
      else found.set(id, { id, verb: offer.move.verb, slot, offers: [offer] });
    }
    /* A single way that needs nothing more is confirmed, not chosen, where a card or a place was chosen before it. */
    const all = [...found.values()], done = all.every((a) => !a.slot) && new Set(all.map((a) => a.verb)).size < 2;
    return done && (this.card || this.picks.length || this.gathered.length) ? [] : all;
  }

  private pending(): Move | null {
    if (this.gathering) return this.left.find((o) => same(o.slots[0]!.cards, this.thrown))?.move ?? null;
    if (this.answers.length || this.left.some((o) => o.slots.length)) return null;
    return fitting(this.left, this.quarter)?.move ?? null;
  }

  private get thrown(): string[] {
    return this.gathered.map((i) => this.hand[i] ?? '').sort();
  }

  private turnable(): boolean {
    const here = this.aim ? this.left : this.whole, ways = new Set(here.map((o) => o.quarter)), face = faceOf(this.card);
    if (!here.length) return isTunnel(this.card) && (face?.turns ?? 1) > 1;
    return here.some((o) => o.quarter !== null) && (this.aim ? ways.size > 1 : isTunnel(this.card) || ways.size > 1);
  }

  get turned(): boolean {
    return this.quarter !== 0;
  }

  /** Every spot that may be tapped now. */
  spots(): Spot[] {
    return [...this.places.values()];
  }

  isHeld(index: number): boolean {
    return index === this.index || this.gathered.includes(index);
  }

  clear(): void {
    this.index = -1;
    this.gathered = [];
    this.verb = '';
    this.quarter = 0;
    this.picks = [];
  }

  /** A tap on a card of the hand. */
  choose(index: number): void {
    if (this.verb && this.gathering) return this.gather(index);
    const again = index === this.index && !this.verb;
    this.clear();
    if (!again) this.index = index;
  }

  /** One more card that goes with the others, or one less; a card that cannot go with them begins anew. */
  private gather(index: number): void {
    if (this.gathered.includes(index)) this.gathered = this.gathered.filter((i) => i !== index);
    else {
      const more = [...this.gathered, index], cards = more.map((i) => this.hand[i]!);
      this.gathered = this.left.some((o) => holds(o.slots[0]!.cards, cards)) ? more : [index];
    }
    this.index = this.gathered.at(-1) ?? -1;
  }

  /** A way that plays no card: at once, if nothing more is to be said. */
  begins(verb: string): void {
    const held = this.index;
    this.clear();
    this.verb = verb;
    if (this.whole.length === 1 && !this.whole[0]!.slots.length) return this.do(this.whole[0]!.move);
    if (held >= 0 && this.gathering) this.gather(held);
  }

  startDiscard(): void {
    if (this.throws) this.begins(this.throws);
  }

  /** Throws the chosen card away. */
  get away(): Move | null {
    const card = this.hand[this.index];
    return this.table.options.find((o) => o.verb === this.throws && same(o[formOf(o.verb)!.fields[0]!.name] as string[], card ? [card] : [])) ?? null;
  }

  /** Esc: first the aim, then the card. False when there was nothing left to take back. */
  back(): boolean {
    if (this.picks.length) this.picks = this.picks.slice(0, -1);
    else if (this.verb || this.index >= 0) this.clear();
    else return false;
    return true;
  }

  /** Takes the aim back, and keeps the card. */
  release(): void {
    this.picks = [];
  }

  turn(): void {
    if (!this.canTurn) return;
    const now = this.aim ? (fitting(this.left, this.quarter)?.quarter ?? 0) : this.quarter;
    if (this.aim) this.quarter = fitting(this.left, (now + 1) % 4)?.quarter ?? now;
    else this.quarter = (now + (faceOf(this.card)?.turns === 4 && this.whole.some((o) => (o.quarter ?? 0) % 2) ? 1 : 2)) % 4;
  }

  place(x: number, y: number): Place | null {
    return this.places.get(at(x, y)) ?? null;
  }

  private pick(pick: Pick): void {
    this.picks = [...this.picks.slice(0, this.stages.length - 1), pick];
  }

  private spot(x: number, y: number): void {
    const now = places(this.left).has(at(x, y)), kept = now ? this.picks.slice(0, this.stages.length - 1) : this.picks.slice(0, -1);
    this.picks = [...kept, { id: at(x, y), spot: { x, y }, seat: -1 }];
  }

  /** A tap on the board. A place gets the ghost; the ghost turns; what is aimed at a second time is done.
   *  Whoever wants it at once has the card laid where nothing is left to decide, if the place is `large` enough to be meant. */
  tap(x: number, y: number, large = false): void {
    if (!this.places.has(at(x, y))) return this.ask(x, y);
    const again = this.aim?.x === x && this.aim.y === y && !places(this.left).has(at(x, y)), lays = this.place(x, y)!.offers.some((o) => o.quarter !== null), held = this.quarter;
    if (!again) {
      this.spot(x, y);
      if (large && isStep(this.place(x, y))) this.confirm();
      else if (large && lays && this.atOnce() && this.ready && this.left.length === 1 && (held === 0 || this.left[0]!.quarter === held)) this.confirm();
    } else if (lays) this.turn();
    else this.confirm();
  }

  /** Takes aim at a spot if it is offered, and otherwise at nothing. */
  aimAt(spot: Spot | null): void {
    if (spot && this.places.has(at(spot.x, spot.y))) this.spot(spot.x, spot.y);
    else if (this.aim) this.picks = this.picks.slice(0, -1);
  }

  /** From where the keys look for a first spot: the own figure if it may go, otherwise the entrance. */
  private get start(): Spot {
    return (this.steps && standsAt(this.table.view, this.table.seat)) || { x: 0, y: 0 };
  }

  private get steps(): boolean {
    return this.spots().some((s) => isStep(this.place(s.x, s.y)));
  }

  /** Moves the aim to the nearest spot that is offered. */
  move(direction: Direction): Spot | null {
    const next = nearest(this.spots(), this.aim ?? this.start, direction) ?? (this.aim || this.steps ? null : (this.spots()[0] ?? null));
    if (next) this.spot(next.x, next.y);
    return this.aim;
  }

  /** A tap on a player waits for one more word, or for a second tap. Who wants it at once is asked only about harm to themselves, and which tool. */
  point(seat: number): void {
    if (!this.seats.has(seat)) {
      if (this.card && !isTunnel(this.card)) this.wonder({ seat }, null);
      return;
    }
    const again = this.target === seat, kept = this.target >= 0 && !this.left.some((o) => o.slots[0]?.aim === 'seat') ? this.picks.slice(0, -1) : this.picks;
    this.picks = [...kept, { id: `seat ${seat}`, spot: null, seat }];
    const harmless = !(seat === this.table.seat && faceOf(this.card)?.use === 'hinder');
    if (this.ready && (again || (harmless && this.atOnce()))) this.confirm();
  }

  /** One of a list: done at once if nothing is left to say. */
  answer(answer: Answer): void {
    const [only] = answer.offers;
    if (answer.offers.length === 1 && only && only.slots.length < 2) return this.do(only.move);
    if (answer.slot) this.pick({ id: idOf(answer.slot), spot: null, seat: -1 });
    else if (only) this.do(only.move);
  }

  confirm(): void {
    if (this.ready) this.do(this.ready);
  }

  do(move: Move): void {
    this.from = document.querySelector('.hc.held img')?.getBoundingClientRect() ?? null;
    this.table.act(move);
    this.clear();
  }

  /* --------------------------------------------------------- what is not offered */

  private ask(x: number, y: number): void {
    const goal = cellAt(this.table.view, x, y)?.goal ?? undefined;
    if (this.card) this.wonder(goal === undefined ? { x, y } : { x, y, goal }, { x, y });
  }

  /** Why the chosen card cannot be played at all. */
  askCard(): void {
    this.wonder(null, null);
  }

  private wonder(pointed: Partial<Spot & { seat: number; goal: number }> | null, spot: Spot | null): void {
    const face = faceOf(this.card), wants = pointed && ('seat' in pointed ? ['seat'] : 'goal' in pointed ? ['goal', 'cell'] : ['cell']);
    const ways = (face?.forms ?? []).map((verb) => ({ verb, fields: formOf(verb)?.fields ?? [] }));
    const way = wants ? wants.map((what) => ways.find((w) => w.fields.some((f) => f.what === what))).find((w) => w) : ways[0];
    if (!way) return;
    const first = pointed ?? { x: isTunnel(this.card) ? 1 : 0, y: 0 };
    this.question = { move: meant(way.verb, this.card, first, this.quarter, this.hand, face?.tools[0] ?? 'lamp', this.table.seat), spot };
  }

  /** Where a move would be seen on the board. */
  spotOf(move: Move): Spot | null {
    return cellOf(move, this.table.view);
  }
}

const same = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && holds(a, b);
