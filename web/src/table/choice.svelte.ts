/* What the player is about to do: the chosen card, where it is aimed, and how to step back. Only offers become moves. */
import type { Option } from '../full';
import { at, discard, fitting, isTunnel, nearest, places, plays, sayCell, sayLay, sayPlayer, spread, type Direction, type Place, type Spot } from './offers';
import type { Table } from './table.svelte';

/* Nothing is always the same nothing, so that nothing is drawn again for it. */
const NO_PLAYS: Option[] = [];
const NO_CELLS = new Map<string, Option>();

export class Choice {
  /** Index in the hand; -1: none. */
  index = $state(-1);
  /** The card is held the other way up. */
  turned = $state(false);
  aim = $state.raw<Spot | null>(null);
  /** A player who can be chosen in more than one way, or whose choice is asked once more. */
  target = $state(-1);
  discarding = $state(false);
  /** What nobody offered, to be explained. */
  question = $state.raw<{ words: string; spot: Spot | null } | null>(null);

  /** Where the card that was played last lay in the hand, for its flight to the board. */
  from: DOMRect | null = null;

  readonly hand = $derived.by(() => spread(this.table.view?.mine?.hand ?? []));
  readonly card = $derived.by(() => this.hand[this.index] ?? '');
  readonly step = $derived.by(() => (this.table.asksMe ? (this.table.ask?.step ?? '') : ''));
  readonly plays = $derived.by(() => (this.card && !this.discarding ? plays(this.table.options, this.card) : NO_PLAYS));
  readonly places = $derived.by(() => places(this.plays));
  /** Board cells that are offered as targets, by place. */
  readonly cells = $derived.by(() => this.targets());
  readonly seats = $derived.by(() => new Set(this.plays.filter((o) => o.target >= 0).map((o) => o.target)));
  readonly ways = $derived.by(() => this.plays.filter((o) => o.target >= 0 && o.target === this.target));
  readonly aimed = $derived.by(() => this.optionAt(this.aim));
  /** What Enter would do. */
  readonly ready = $derived.by(() => this.pending());
  readonly canTurn = $derived.by(() => this.turnable());

  readonly table: Table;
  private readonly atOnce: () => boolean;

  constructor(table: Table, atOnce: () => boolean) {
    this.table = table;
    this.atOnce = atOnce;
  }

  private onBoard(): Option[] {
    if (this.step === 'goal') return this.table.options.filter((o) => o.verb === 'turn');
    return this.plays.filter((o) => o.verb === 'rockfall' || o.verb === 'map');
  }

  private targets(): Map<string, Option> {
    const offered = this.onBoard();
    return offered.length ? new Map(offered.map((o) => [this.spotOf(o), o])) : NO_CELLS;
  }

  private spotOf(o: Option): string {
    const cell = o.goal >= 0 ? this.table.view?.cells.find((c) => c.goal === o.goal) : undefined;
    return cell ? at(cell.x, cell.y) : at(o.x, o.y);
  }

  private optionAt(spot: Spot | null): Option | null {
    if (!spot) return null;
    const key = at(spot.x, spot.y), place = this.places.get(key);
    return place ? fitting(place, this.turned) : (this.cells.get(key) ?? null);
  }

  private pending(): Option | null {
    if (this.discarding) return this.card ? (discard(this.table.options, this.card) ?? null) : null;
    if (this.target >= 0) return this.ways.length === 1 ? this.ways[0]! : null;
    return this.aimed;
  }

  private turnable(): boolean {
    if (!isTunnel(this.card) || this.discarding) return false;
    const place = this.aim && this.places.get(at(this.aim.x, this.aim.y));
    return !place || (place.upright !== null && place.turned !== null);
  }

  /** Every spot that may be tapped now. */
  spots(): Spot[] {
    const cells = [...this.cells.keys()].map((key) => {
      const [x, y] = key.split(',').map(Number);
      return { x: x!, y: y! };
    });
    return [...this.places.values(), ...cells];
  }

  clear(): void {
    this.index = -1;
    this.turned = false;
    this.aim = null;
    this.target = -1;
    this.discarding = false;
  }

  choose(index: number): void {
    const again = index === this.index && !this.discarding, discarding = this.discarding;
    this.clear();
    if (again) return;
    this.index = index;
    this.discarding = discarding;
  }

  startDiscard(): void {
    const index = this.index;
    this.clear();
    this.index = index;
    this.discarding = true;
  }

  /** Esc: first the aim, then the card. False when there was nothing left to take back. */
  back(): boolean {
    if (this.target >= 0) this.target = -1;
    else if (this.aim) this.aim = null;
    else if (this.discarding || this.index >= 0) this.clear();
    else return false;
    return true;
  }

  turn(): void {
    if (!this.canTurn) return;
    const place = this.aim && this.places.get(at(this.aim.x, this.aim.y));
    this.turned = place ? !fitting(place, this.turned).turned : !this.turned;
  }

  place(x: number, y: number): Place | null {
    return this.places.get(at(x, y)) ?? null;
  }

  /** A tap on the board. A place gets the ghost; the ghost turns; what is aimed at a second time is done.
   *  Whoever wants it at once has the card laid where nothing is left to decide, if the place is `large` enough to be meant. */
  tap(x: number, y: number, large = false): void {
    const spot = { x, y }, option = this.optionAt(spot), again = this.aim?.x === x && this.aim.y === y;
    if (!option) return this.ask(x, y);
    if (large && this.atOnce() && option.verb === 'lay' && this.settled(x, y)) this.do(option);
    else if (!again) this.aim = spot;
    else if (option.verb === 'lay') this.turn();
    else this.confirm();
  }

  /** The card fits there in one way only, and was not turned by hand into the other one. */
  private settled(x: number, y: number): boolean {
    const place = this.place(x, y);
    return place !== null && (place.upright === null || (place.turned === null && !this.turned));
  }

  /** Takes aim at a spot if it is offered, and otherwise at nothing. */
  aimAt(spot: Spot): void {
    this.aim = this.optionAt(spot) ? spot : null;
  }

  /** Moves the aim to the nearest spot that is offered; from nowhere, from the entrance. */
  move(direction: Direction): Spot | null {
    const next = nearest(this.spots(), this.aim ?? { x: 0, y: 0 }, direction) ?? (this.aim ? null : (this.spots()[0] ?? null));
    if (next) this.aim = { x: next.x, y: next.y };
    return this.aim;
  }

  /** A tap on a player waits for one more word, or for a second tap. Who wants it at once is asked only about harm to themselves, and which tool. */
  point(seat: number): void {
    if (!this.seats.has(seat)) {
      if (this.card && !isTunnel(this.card)) this.question = { words: sayPlayer(this.card, seat), spot: null };
      return;
    }
    const again = this.target === seat;
    this.target = seat;
    const harmless = !(seat === this.table.seat && this.card.startsWith('break-'));
    if (this.ways.length === 1 && (again || (harmless && this.atOnce()))) this.confirm();
  }

  confirm(): void {
    if (this.ready) this.do(this.ready);
  }

  do(option: Option): void {
    this.from = document.querySelector('.hc.held img')?.getBoundingClientRect() ?? null;
    this.table.act(option);
    this.clear();
  }

  private ask(x: number, y: number): void {
    const cell = this.table.view?.cells.find((c) => c.x === x && c.y === y);
    if (!this.card || this.discarding) return;
    const words = isTunnel(this.card) ? sayLay(this.card, this.turned, x, y) : sayCell(this.card, x, y, cell?.goal ?? -1);
    if (isTunnel(this.card) || this.card === 'rockfall' || this.card === 'map') this.question = { words, spot: { x, y } };
  }

  /** Why the chosen card cannot be played at all. */
  askCard(): void {
    const me = this.table.seat, card = this.card;
    if (isTunnel(card)) this.question = { words: sayLay(card, this.turned, 1, 0), spot: null };
    else if (card === 'map' || card === 'rockfall') this.question = { words: sayCell(card, 0, 0, 0), spot: null };
    else this.question = { words: sayPlayer(card, me), spot: null };
  }
}
