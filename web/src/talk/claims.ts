/* What can be said, made of the claims that the box declares: nothing here knows a game. */
import { maybe } from '../i18n/index.svelte';
import type { Claim, FieldInfo, Told, Value } from '../protocol';
import { theBox } from '../table/box.svelte';
import { faceName, goalName, toolName } from '../table/names';
import type { Table } from '../table/table.svelte';

export interface Choice { value: Value; label: string }

export const kinds = (): string[] => Object.keys(theBox()?.claims ?? {});
export const fieldsOf = (kind: string): FieldInfo[] => theBox()?.claims[kind]?.fields ?? [];

/** What a field may be, in words. */
export function choices(table: Table, kind: string, field: FieldInfo): Choice[] {
  switch (field.what) {
    case 'seat': return table.info.seats.filter((s) => s.seat !== table.seat).map((s) => ({ value: s.seat, label: s.name }));
    case 'goal': return [...new Set((table.view?.cells ?? []).flatMap((c) => (c.goal === null ? [] : [c.goal])))].sort((a, b) => a - b).map((goal) => ({ value: goal, label: goalName(goal) }));
    case 'yes': case 'half': return [true, false].map((value) => ({ value, label: maybe(`term.${value ? 'yes' : 'no'}`) ?? '' }));
    default: return field.terms.map((term) => ({ value: term, label: maybe(`say.${kind}.${term}`) ?? (field.what === 'tool' ? toolName(term) : field.name === 'card' ? faceName(term) : (maybe(`term.${term}`) ?? term)) }));
  }
}

/** As it will stand in the log. */
export const preview = (table: Table, claim: Claim): Told => ({ ...(claim as Partial<Told>), kind: `said-${claim.kind}`, seat: table.seat });
