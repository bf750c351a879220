/* A form about a table: what is chosen, and what the server says to it. It knows no rules: it asks at each change. */
import * as api from '../api';
import { t } from '../i18n/index.svelte';
import type { Catalogue, Choice, Game, LevelInfo, PresetInfo, SetUp } from '../protocol';
import { choice, read, usual, type Chosen } from './rules';

export interface Source { catalogue: () => Promise<Catalogue>; setup: (asked: Choice) => Promise<SetUp> }

export class Chooser {
  rules: Chosen = $state(usual());
  known: Catalogue | null = $state.raw(null);
  table: SetUp | null = $state.raw(null);
  problem = $state('');
  /** The newest choice has been answered. */
  answered = $state(false);
  private asked = 0;

  /** `fewest`: people who have sat down already. */
  constructor(rules: Chosen = usual(), readonly source: Source = api, readonly fewest = 0) {
    this.rules = rules;
  }

  get game(): Game | null { return this.known?.games.find((g) => g.key === this.rules.game) ?? null; }
  get levels(): LevelInfo[] { return this.known?.levels ?? []; }
  get least(): number { return Math.max(this.fewest, this.table?.players[0] ?? 1); }
  get most(): number { return this.table?.players[1] ?? 12; }
  get extras(): string[] { return this.rules.extras; }

  /** Everything there is, in the reader's language, and what goes with what is chosen now. */
  async load(): Promise<void> {
    try {
      this.known = await this.source.catalogue();
      await this.ask();
    } catch (error) {
      this.problem = (error as Error).message;
      this.answered = true;
    }
  }

  /** The rules of somebody's link; what is wrong with it is told, and the rest of it holds. */
  async follow(link: string): Promise<void> {
    const found = read(link);
    this.problem = typeof found === 'string' ? t(`link.${found}`) : '';
    if (typeof found !== 'string') this.rules = found;
    const told = this.problem;
    await this.load();
    this.problem ||= told;
  }

  play(game: string): void {
    if (game !== this.rules.game) this.change(usual(game));
  }

  take(preset: PresetInfo): void {
    this.change({ ...usual(preset.game), edition: preset.edition, extras: [...preset.extras], players: preset.players, switches: { ...preset.switches } });
  }

  add(extra: string, there: boolean): void {
    this.change({ ...this.rules, extras: there ? [...this.rules.extras, extra] : this.rules.extras.filter((key) => key !== extra) });
  }

  turn(name: string, value: string): void {
    this.change({ ...this.rules, switches: { ...this.rules.switches, [name]: value } });
  }

  change(rules: Chosen): void {
    this.rules = rules;
    void this.ask();
  }

  /** Why an extra cannot be added; empty when it can. */
  why(extra: string): string {
    return this.table?.blocked.find((b) => b.extra === extra)?.why ?? '';
  }

  async ask(): Promise<void> {
    const number = ++this.asked;
    this.answered = false;
    try {
      const table = await this.source.setup(choice($state.snapshot(this.rules)));
      if (number === this.asked) this.hear(table);
    } catch (error) {
      if (number !== this.asked) return;
      const refusal = error as api.Refusal;
      this.problem = refusal.message;
      this.answered = true;
      if (refusal.code !== 'BAD_GAME') return;
      this.rules = usual();
      await this.ask();
      this.problem = refusal.message;
    }
  }

  /** What cannot be is taken out of the form, and the form says so. */
  private hear(table: SetUp): void {
    const { edition, extras, players, switches } = this.rules, barred = table.blocked.map((b) => b.extra);
    const offered = new Map(table.switches.map((s) => [s.name, s])), wrong = table.problem?.code ?? '';
    const stays = ([name, value]: [string, string]) => {
      const found = offered.get(name);
      return found && (found.values.some((v) => v.key === value) || (found.cells > 0 && !/^BAD_(SWITCH|LAYOUT)/.test(wrong)));
    };
    const known = this.game?.extras.map((e) => e.key) ?? extras;
    const now: Chosen = {
      ...this.rules, edition: table.edition, extras: extras.filter((key) => known.includes(key) && !barred.includes(key)),
      players: table.number,
      switches: Object.fromEntries(Object.entries(switches).filter((entry) => entry[1] !== '' && stays(entry))),
    };
    const other = JSON.stringify(choice(now)) !== JSON.stringify(choice({ ...this.rules, edition: edition || table.edition, players: players || now.players }));
    this.table = table;
    this.problem = table.problem?.text ?? '';
    this.rules = now;
    this.answered = !other;
    if (!other) return;
    const told = this.problem;
    void this.ask().then(() => (this.problem ||= told)); // the summary is about what is left
  }
}
