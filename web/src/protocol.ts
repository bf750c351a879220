/* Shapes on the wire. Written by `python -m undermine.server.typescript`; do not edit.
   A field with `?` is left out when it has its usual value. */
export const PROTOCOL = 1;

export interface Hello {
  t: 'hello';
  protocol: number;
  have?: number;
  lang?: string;
}

export interface Act {
  t: 'act';
  cmd: string;
  action: number;
  n: number;
}

export interface AskWhy {
  t: 'why';
  id: number;
  words: string;
}

export interface SayReady {
  t: 'ready';
  n: number;
}

export interface Skip {
  t: 'skip';
}

export interface SetTable {
  t: 'set';
  pace: 'fast' | 'normal' | 'slow';
  takeover: boolean;
}

export interface SetRules {
  t: 'rules';
  players: number;
  edition: string;
  switches: Record<string, string>;
  first?: number;
}

export interface AddBot {
  t: 'bot';
  seat: number;
}

export interface FreeSeat {
  t: 'free';
  seat: number;
}

export interface SwapSeats {
  t: 'swap';
  a: number;
  b: number;
}

export interface Introduce {
  t: 'me';
  name: string;
  avatar: number;
}

export interface AskRematch {
  t: 'rematch';
  shuffle: boolean;
}

export interface Ping {
  t: 'ping';
}

export interface SetLang {
  t: 'lang';
  lang: string;
}

export interface Seat {
  seat: number;
  name: string;
  kind: 'bot' | 'human' | 'open';
  present: boolean;
  standIn: boolean;
  botIn: number;
  avatar: number;
}

export interface Gate {
  kind: 'look' | 'round';
  waits: number[];
  left: number;
}

export interface TableInfo {
  id: string;
  game: string;
  edition: string;
  players: number;
  status: 'open' | 'over' | 'running';
  seats: Seat[];
  you: number;
  host: number;
  invite: string;
  grace: number;
  gate: Gate | null;
  switches: Record<string, string>;
  first: number;
  pace: 'fast' | 'normal' | 'slow';
  takeover: boolean;
}

export interface Cell {
  x: number;
  y: number;
  kind: string;
  shape?: string;
  card?: string;
  turned?: boolean;
  lit?: string;
  goal?: number;
  faceUp?: boolean;
}

export interface Player {
  seat: number;
  hand?: number;
  gold?: number;
  front?: string[];
  role?: string;
  nuggets?: number;
  tokens?: boolean;
}

export interface HandCard {
  card: string;
  count?: number;
}

export interface Mine {
  seat: number;
  role?: string;
  hand?: HandCard[];
  gold?: string[];
  nuggets?: number;
  peeks?: Record<string, string>;
  packet?: string[];
}

export interface RoundResult {
  round: number;
  side: string;
  finisher?: number;
  roles?: string[];
  cards?: number[];
  wage?: number;
  clans?: string[];
  gold?: string;
}

export interface View {
  round: number;
  rounds: number;
  phase: string;
  active?: number;
  deck?: number;
  discard?: number;
  goldDeck?: number;
  cells?: Cell[];
  players?: Player[];
  mine?: Mine | null;
  results?: RoundResult[];
  winners?: number[];
  leftover?: string;
  discards?: HandCard[] | null;
  mapTalk?: boolean;
  places?: Record<string, HandCard[]>;
  numbers?: Record<string, number[]>;
  open?: Mine[];
}

export interface Option {
  action: number;
  verb: string;
  card?: string;
  x?: number;
  y?: number;
  turned?: boolean;
  target?: number;
  tool?: string;
  goal?: number;
  shape?: string;
  quarter?: number;
  number?: number;
  word?: string;
  seats?: number[];
  cards?: string[];
  words?: string[];
}

export interface Ask {
  step: string;
  seats: number[];
  options?: Option[];
}

export interface Told {
  kind: string;
  seat?: number;
  target?: number;
  card?: string;
  tool?: string;
  x?: number;
  y?: number;
  turned?: boolean;
  goal?: number;
  shape?: string;
  side?: string;
  number?: number;
  seats?: number[];
  roles?: string[];
  cards?: string[];
  quarter?: number;
  word?: string;
  words?: string[];
}

export interface Welcome {
  t: 'welcome';
  protocol: number;
  table: TableInfo;
  n: number;
  view: View | null;
  ask: Ask | null;
  events: Told[];
}

export interface Update {
  t: 'update';
  n: number;
  events: Told[];
  view: View;
  ask: Ask | null;
}

export interface TableChanged {
  t: 'table';
  table: TableInfo;
}

export interface Ack {
  t: 'ack';
  cmd: string;
  n: number;
}

export interface Why {
  code: string;
  rule: string;
  text: string;
}

export interface Refused {
  t: 'refused';
  cmd: string;
  why: Why;
}

export interface BecauseWhy {
  t: 'why';
  id: number;
  why: Why | null;
}

export interface Rematch {
  t: 'rematch';
  table: string;
  seatUrl: string;
  name: string;
}

export interface Error {
  t: 'error';
  code: string;
  text: string;
}

export interface Pong {
  t: 'pong';
}

export interface NewTable {
  players: number;
  name?: string;
  game?: string;
  edition?: string;
  bots?: number;
  switches?: Record<string, string>;
  first?: number;
  lang?: string;
  playNow?: boolean;
}

export interface Opened {
  table: string;
  seatUrl: string;
}

export interface TakeSeat {
  name: string;
  seat?: number;
}

export interface Seated {
  seatUrl: string;
}

export interface Edition {
  key: string;
  title: string;
}

export interface Switch {
  name: string;
  values: string[];
  default: string;
  text: string;
}

export interface Game {
  key: string;
  title: string;
  players: [number, number];
  editions: Edition[];
  switches: Switch[];
}

export interface Catalogue {
  games: Game[];
}

export interface GuideFace {
  face: string;
  name: string;
  count: number;
}

export interface GuideCard {
  kind: string;
  title: string;
  text: string;
  faces: GuideFace[];
}

export interface GuideSection {
  title: string;
  text: string;
  cards: GuideCard[];
}

export interface Guide {
  game: string;
  title: string;
  edition: string;
  players: number;
  extras: string[];
  sections: GuideSection[];
}

export interface Rule {
  id: string;
  text: string;
}

export interface Replay {
  eyes: string;
  frames: Update[];
}

export interface Failure {
  code: string;
  text: string;
}

export interface Health {
  ok: boolean;
  version: string;
  compiled: boolean;
}

export interface Ready {
  ok: boolean;
}

export type FromClient = Hello | Act | AskWhy | SayReady | Skip | SetTable | SetRules | AddBot | FreeSeat | SwapSeats | Introduce | AskRematch | Ping | SetLang;

export type FromServer = Welcome | Update | TableChanged | Ack | Refused | BecauseWhy | Rematch | Error | Pong;
