/* What happened, as lines of the log. */
import type { Spec } from '../art';
import { parts, t, type Key, type Part } from '../i18n/index.svelte';
import { brokenName, faceName, roleName, toolName, withCard, withGoal } from './names';
import { toolOf } from './offers';
import type { Entry, Table } from './table.svelte';

export interface Line { id: number; icon: Spec | null; parts: Part[]; secret: boolean; heading: boolean }

const icon = (name: 'lamp' | 'cart' | 'pick' | 'map' | 'rockfall' | 'eye' | 'gold'): Spec => ({ kind: 'icon', icon: name });
const toolIcon = (tool: string): Spec => icon(tool === 'cart' ? 'cart' : tool === 'pick' ? 'pick' : 'lamp');

const WON: Record<string, Key> = { diggers: 'log.diggersWon', saboteurs: 'log.saboteursWon', nobody: 'log.nobodyWon' };

/** null: not worth a line. */
export function line(table: Table, entry: Entry): Line | null {
  const { told } = entry, name = table.name(told.seat), target = table.name(told.target);
  const make = (spec: Spec | null, said: Part[], more: Partial<Line> = {}): Line => ({ id: entry.id, icon: spec, parts: said, secret: false, heading: false, ...more });
  switch (told.kind) {
    case 'round': return make(null, parts('log.round', { n: told.number }), { heading: true });
    case 'laid': return make({ kind: 'tunnel', shape: told.shape }, parts('log.laid', { name, ...withCard(told.shape) }));
    case 'broke': return make(toolIcon(told.tool), parts('log.broke', { name, target, tool: toolName(told.tool) }));
    case 'mended': return make(toolIcon(told.tool), parts(told.target === told.seat ? 'log.mendedOwn' : 'log.mended', { name, target, tool: toolName(told.tool) }));
    case 'collapsed': return make(icon('rockfall'), told.number ? parts('log.collapsedDark', { name, ...withCard(told.shape), n: told.number }) : parts('log.collapsed', { name, ...withCard(told.shape) }));
    case 'looked': return make(icon('map'), parts('log.looked', { name, ...withGoal(told.goal) }));
    case 'saw': return make(icon('eye'), parts('log.saw', { ...withGoal(told.goal), face: faceName(told.card) }), { secret: true });
    case 'passed': return make({ kind: 'back', of: 'deck' }, parts(told.number ? 'log.passed' : 'log.passedEmpty', { name }));
    case 'turned': return make({ kind: 'goal', face: told.card === 'gold' ? 'gold' : 'stone', shape: told.shape }, parts('log.turned', { ...withGoal(told.goal), face: faceName(told.card) }));
    case 'roles': return told.card ? make(null, parts('log.leftover', { role: roleName(told.card) })) : null;
    case 'took': return make(icon('gold'), parts('log.took', { name }));
    case 'paid': return told.number ? make(icon('gold'), parts('log.paid', { name, n: told.number })) : null;
    case 'won': return make(icon('gold'), parts(WON[told.side] ?? 'log.saboteursWon'), { heading: true });
    case 'over': return make(null, parts('log.over'), { heading: true });
    default: return null;
  }
}

export const text = (said: Line): string => said.parts.map((p) => p.text).join('');

/** What is wrong with a player's tools, for the panel. */
export const status = (front: string[]): string =>
  front.length < 2 ? front.map(brokenName).join('') : t('broken.many', { tools: front.map((card) => toolName(toolOf(card))).join(', ') });

export function turnCall(table: Table): string {
  const view = table.view;
  if (!view || view.phase === 'over') return '';
  const asked = table.ask?.seats[0] ?? view.active;
  if (!table.asksMe) return asked >= 0 ? `${t('turn.of', { name: table.name(asked) })}.` : '';
  if (table.ask?.step !== 'turn') return t('turn.asked');
  const cards = table.me?.hand ?? 0, front = table.me?.front ?? [];
  return [`${t('turn.yours')}.`, t('turn.cards', { n: cards }), front.length ? `${status(front)}.` : t('turn.sound')].join(' ');
}
