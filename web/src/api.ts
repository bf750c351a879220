/* Requests to the server. Every failure ends up as one sentence that can be shown. */
import { lang, t } from './i18n/index.svelte';
import { freshName } from './net/connection';
import type { Box, Brought, Catalogue, Choice, Failure, Guide, NewTable, Opened, OpenTables, Replay, Rule, Seated, SetUp, ShuffleInfo, TableInfo } from './protocol';

export class Refusal extends Error {
  constructor(readonly code: string, text: string) {
    super(text);
  }
}

async function request<T>(path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { headers: { 'Accept-Language': lang() } };
  if (body !== undefined) {
    init.method = 'POST';
    const file = typeof body === 'string';
    init.headers = { ...init.headers, 'Content-Type': file ? 'text/plain' : 'application/json' };
    init.body = file ? body : JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new Refusal('OFFLINE', t('error.offline'));
  }
  const text = await answer.text();
  if (answer.ok) return (text ? JSON.parse(text) : null) as T;
  throw failure(answer.status, text);
}

function failure(status: number, text: string): Refusal {
  try {
    const said = JSON.parse(text) as Failure;
    if (said.text) return new Refusal(said.code, said.text);
  } catch {
    /* not the server's own words: a proxy's page, for instance */
  }
  return new Refusal(`HTTP_${status}`, t('error.server'));
}

const at = (id: string) => `/api/tables/${encodeURIComponent(id)}`;

export const openTable = (wanted: NewTable) => request<Opened>('/api/tables', wanted);
export const openTables = () => request<OpenTables>(`/api/tables?lang=${lang()}`);
export const table = (id: string) => request<TableInfo>(at(id));
const visit = freshName(); // whoever asks again because an answer got lost is given the same seat
export const takeSeat = (id: string, name: string, seat = -1) => request<Seated>(`${at(id)}/seats`, { name, cmd: visit, ...(seat < 0 ? {} : { seat }) });
/** Which seat asks, where this device has several. */
export const seatOf = ({ own, you }: TableInfo): string => {
  const link = own.length > 1 ? own.find((o) => o.seat === you)?.link : undefined;
  return link === undefined ? '' : `?seat=${link}`;
};
export const seatLink = (id: string, as = '') => request<Seated>(`${at(id)}/seat${as}`);
export const seatQr = (id: string, as = '') => `${at(id)}/seat.svg${as}`;
export const start = (id: string, as = '') => request<unknown>(`${at(id)}/start${as}`, {});
export const replay = (id: string, eyes: string) => request<Replay>(`${at(id)}/replay?eyes=${encodeURIComponent(eyes)}`);
/** A record that somebody has. */
export const bring = (file: string, eyes: string) => request<Brought>(`/api/replay?eyes=${encodeURIComponent(eyes)}&lang=${lang()}`, file);
export const box = (id: string) => request<Box>(`${at(id)}/box?lang=${lang()}`);
export const shuffle = (id: string) => request<ShuffleInfo>(`${at(id)}/shuffle`);
export const record = (id: string) => `${at(id)}/record`;
export const catalogue = () => request<Catalogue>(`/api/catalogue?lang=${lang()}`);
export const setup = (asked: Choice) => request<SetUp>(`/api/setup?lang=${lang()}`, asked);
export interface Described { game?: string; edition?: string; players?: number; with?: string }
const described = (of: Described) => {
  const query = new URLSearchParams(Object.entries({ ...of, lang: lang() }).map(([name, value]) => [name, String(value)]));
  return String(query);
};
export const guide = (of: Described) => request<Guide>(`/api/guide?${described(of)}`);
export const boxOf = (of: Described) => request<Box>(`/api/box?${described(of)}`);
export const rule = (id: string) => request<Rule>(`/api/rules/${encodeURIComponent(id)}?lang=${lang()}`);
export const qr = (id: string) => `${at(id)}/qr.svg`;
