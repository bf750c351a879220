/* Rules as a form holds them: what is left as the edition has it is empty. */
export interface Chosen { edition: string; players: number; switches: Record<string, string>; first: number }

/** As the server wants them: only what differs, and a first seat only where the host names it. */
export function wanted(rules: Chosen): { edition: string; players: number; switches: Record<string, string>; first?: number } {
  const switches = Object.fromEntries(Object.entries(rules.switches).filter(([, value]) => value !== ''));
  const { edition, players } = rules;
  return { edition, players, switches, ...(switches['firstPlayer'] === 'host' ? { first: Math.min(rules.first, players - 1) } : {}) };
}
