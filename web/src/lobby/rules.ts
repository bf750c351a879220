/* Rules as a form holds them, and as an address does: what is left as the edition has it is empty. */
import type { Choice } from '../protocol';

export interface Chosen { game: string; edition: string; extras: string[]; players: number; switches: Record<string, string>; first: number }

const VERSION = '1';

/** What is offered to somebody who has chosen nothing yet; zero players are as many as usual. */
export const usual = (game = 'classic'): Chosen => ({ game, edition: '', extras: [], players: 0, switches: {}, first: 0 });

const set = (switches: Record<string, string>) => Object.fromEntries(Object.entries(switches).filter(([, value]) => value !== ''));

/** As the server is asked about them. */
export const choice = ({ game, edition, extras, players, switches }: Chosen): Choice => ({ game, edition, extras: [...extras], players, switches: set(switches) });

/** As the server wants them: only what differs, and a first seat only where the host names it. */
export function wanted(rules: Chosen): Required<Choice> & { first?: number } {
  const asked = choice(rules) as Required<Choice>;
  return { ...asked, ...(asked.switches['firstPlayer'] === 'host' ? { first: Math.min(rules.first, rules.players - 1) } : {}) };
}

/** `1~classic~deluxe~7~saboteur2,veto~multiGoal:chooseOne`: version, game, edition, players, extras, then a part for each switch. */
export function written(rules: Chosen): string {
  const { game, edition, players, extras, switches } = choice(rules) as Required<Choice>;
  const parts = [VERSION, game, edition, players || '', extras.join(','), ...Object.entries(switches).map(([name, value]) => `${name}:${value.replaceAll(' ', '_')}`)];
  return parts.map((part) => encodeURIComponent(part).replaceAll('%2C', ',').replaceAll('%3A', ':')).join('~').replace(/~+$/, '');
}

/** What an address says; `version` or `broken` when it says nothing that can be read. Whether there is such a table the server knows. */
export function read(text: string): Chosen | 'version' | 'broken' {
  const [version, game, edition = '', players = '', extras = '', ...switches] = text.split('~');
  if (version !== VERSION) return version && /^\d+$/.test(version) ? 'version' : 'broken';
  if (!game || !/^\d{0,3}$/.test(players)) return 'broken';
  const set = switches.map((part) => /^([^:]{1,40}):(.{1,40})$/.exec(part));
  if (set.includes(null)) return 'broken';
  return {
    ...usual(game), edition, players: Number(players), extras: extras ? extras.split(',') : [],
    switches: Object.fromEntries(set.map((found) => [found![1]!, found![2]!.replaceAll('_', ' ')])),
  };
}

/** Where one reads how to play exactly this. */
export function guideFor({ game, edition, players, extras }: { game: string; edition: string; players: number; extras: string[] }): string {
  const query = new URLSearchParams({ game, ...(edition ? { edition } : {}), ...(players ? { players: String(players) } : {}), ...(extras.length ? { with: extras.join(',') } : {}) });
  return `/guide?${query}`;
}
