/* What only this player has seen, in a line each. */
import type { Spec } from '../art';
import { parts, t, type Part } from '../i18n/index.svelte';
import { faceOf } from '../table/box.svelte';
import { faceName, roleSpec, roleWord, signSpec, withGoal } from '../table/names';
import type { Table } from '../table/table.svelte';
import { looks } from '../table/views';

export interface Note { id: string; spec: Spec; parts: Part[]; when: string }

/** Cards that lie face down in the maze. What is being held up is not yet written down. */
export const goalNotes = (table: Table, when = t('notes.map', { n: table.view?.round ?? 0 })): Note[] =>
  Object.entries(looks(table.view?.mine)).filter(([goal]) => table.shown?.goal !== Number(goal)).map(([goal, face]) => ({
    id: `goal ${goal}`, spec: signSpec(faceOf(face)), parts: parts('goal.is', { ...withGoal(Number(goal)), face: faceName(face), card: faceName(face) }), when,
  }));

/** Roles of others, where these are still theirs. */
export const roleNotes = (table: Table): Note[] =>
  Object.entries(table.view?.mine && 'roles' in table.view.mine ? table.view.mine.roles : {}).map(([seat, role]) => ({
    id: `role ${seat}`, spec: roleSpec(role), parts: parts('notes.role', { name: table.name(Number(seat)), role: roleWord(role) }), when: '',
  }));
