/* Shapes on the wire. Written by `python -m undermine.server.typescript`; do not edit.
   A field with `?` is left out when it does not apply, or may be left out by a client. */
export type Value = string | number | boolean | null | Value[] | { [field: string]: Value };
/** Something said, by its kind: see `Box.claims`. */
export interface Claim { kind: string; [field: string]: Value | undefined }
/** A way to answer, by its form: see `Box.forms`. */
export interface Move { verb: string; card?: string; [field: string]: Value | undefined }
export const PROTOCOL = 2;

export interface Hello {
  t: 'hello';
  protocol: number;
  have?: number;
  lang?: string;
  changes?: boolean;
  heard?: number;
}

export interface Act {
  t: 'act';
  cmd: string;
  move: Move;
  n: number;
}

export interface Look {
  t: 'look';
  have?: number;
}

export interface AskWhy {
  t: 'why';
  id: number;
  move: Move;
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

export interface SetClock {
  t: 'clock';
  turn: number;
  bank?: number;
  window?: number;
}

export interface Pause {
  t: 'pause';
  on: boolean;
}

export interface Nudge {
  t: 'nudge';
  seat: number;
}

export interface Say {
  t: 'say';
  cmd: string;
  claim: Claim;
}

export interface Chat {
  t: 'chat';
  cmd: string;
  text: string;
}

export interface SetChat {
  t: 'chatting';
  on: boolean;
}

export interface SetPublic {
  t: 'public';
  on: boolean;
}

export interface AddLot {
  t: 'lot';
  lot: string;
}

export interface SetRules {
  t: 'rules';
  players: number;
  edition: string;
  switches: Record<string, string>;
  first?: number;
  extras?: string[];
  game?: string;
}

export interface AddBot {
  t: 'bot';
  seat: number;
  level?: string;
}

export interface FreeSeat {
  t: 'free';
  seat: number;
}

export interface ReturnSeat {
  t: 'back';
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
  level: string;
  gone: boolean;
}

export interface OwnSeat {
  seat: number;
  link: number;
}

export interface Gate {
  kind: 'look' | 'round';
  waits: number[];
  left: number;
}

export interface Clock {
  turn: number;
  bank: number;
  window: number;
  paused: boolean;
  runs: number[];
  together: boolean;
  number: number;
  left: number;
  banks: number[];
}

export interface TableInfo {
  id: string;
  game: string;
  edition: string;
  extras: string[];
  players: number;
  status: 'open' | 'over' | 'running';
  seats: Seat[];
  you: number;
  own: OwnSeat[];
  host: number;
  invite: string;
  grace: number;
  gate: Gate | null;
  switches: Record<string, string>;
  first: number;
  pace: 'fast' | 'normal' | 'slow';
  takeover: boolean;
  clock: Clock;
  chat: boolean;
  public: boolean;
  watching: number;
  commitment: string;
}

export interface Bunch {
  card: string;
  count: number;
}

export interface Cell {
  x: number;
  y: number;
  kind: 'entrance' | 'goal' | 'site' | 'tunnel';
  card: string;
  shape: string;
  quarter: number;
  lit: string;
  green: string;
  blue: string;
  goal: number | null;
  faceUp: boolean;
}

export interface Piece {
  kind: 'bribe' | 'claim' | 'cleared' | 'dwarf' | 'key' | 'last' | 'toll' | 'trap' | 'troll';
  x: number;
  y: number;
  edge: 'E' | 'N' | 'S' | 'W' | null;
  seat: number | null;
  art: string;
}

export interface Heap {
  name: string;
  cards: Bunch[];
  seat: number | null;
}

export interface ClassicPlayer {
  seat: number;
  hand: number;
  front: string[];
  goldCards: number;
  hasTokens: boolean;
  role: string | null;
  nuggets: number | null;
}

export interface ClassicMine {
  seat: number;
  role: string;
  hand: Bunch[];
  goldCards: string[];
  nuggets: number;
  goals: Record<string, string>;
  roles: Record<string, string>;
  packet: string[];
}

export interface ClassicResult {
  round: number;
  won: 'diggers' | 'lone' | 'nobody' | 'saboteurs' | 'single';
  gold: 'buried' | 'found';
  finisher: number | null;
  roles: string[];
  goldCards: number[];
  nuggets: number[];
  wage: number;
}

export interface ClassicView {
  game: 'classic';
  round: number;
  rounds: number;
  phase: 'deal' | 'goal' | 'over' | 'pay' | 'turn';
  asked: number[];
  deck: number;
  discard: number;
  discards: Bunch[] | null;
  cells: Cell[];
  pieces: Piece[];
  heaps: Heap[];
  winners: number[];
  goldDeck: number;
  reversed: boolean;
  players: ClassicPlayer[];
  mine: ClassicMine | null;
  results: ClassicResult[];
  leftover: string | null;
  mapTalk: boolean;
  open: ClassicMine[];
}

export interface DuelPlayer {
  seat: number;
  colour: 'blue' | 'green' | 'yellow';
  hand: number;
  front: string[];
  won: string[];
  nuggets: number;
  owes: number;
  tokens: number | null;
}

export interface DuelMine {
  seat: number;
  hand: Bunch[];
  goals: Record<string, string>;
}

export interface DuelResult {
  round: number;
  earned: number[];
  paid: number[];
  best: number[];
}

export interface DuelView {
  game: 'duel';
  round: number;
  rounds: number;
  phase: 'deal' | 'goal' | 'over' | 'pay' | 'turn';
  asked: number[];
  deck: number;
  discard: number;
  discards: Bunch[] | null;
  cells: Cell[];
  pieces: Piece[];
  heaps: Heap[];
  winners: number[];
  tokensLeft: number;
  keysLeft: number;
  aside: Bunch[];
  players: DuelPlayer[];
  mine: DuelMine | null;
  results: DuelResult[];
  grade: number | null;
  open: DuelMine[];
}

export interface Treasure {
  name: string;
  kind: string;
  card: string;
}

export interface MinesPlayer {
  seat: number;
  clan: 'blue' | 'yellow';
  x: number;
  y: number;
  path: string;
  hand: number;
  front: string[];
  treasures: Treasure[];
  points: number;
  dragon: boolean;
  role: string | null;
}

export interface MinesMine {
  seat: number;
  role: string;
  hand: Bunch[];
  mines: Record<string, string>;
  roles: Record<string, string>;
  treasures: Record<string, string>;
}

export interface MinesResult {
  round: number;
  better: 'blue' | 'yellow' | null;
  clans: ('blue' | 'yellow')[];
  roles: string[];
  sides: ('blue' | 'yellow' | null)[];
  values: number[];
  points: number[];
  dragon: number | null;
}

export interface MinesView {
  game: 'lost-mines';
  round: number;
  rounds: number;
  phase: 'deal' | 'goal' | 'over' | 'pay' | 'turn';
  asked: number[];
  deck: number;
  discard: number;
  discards: Bunch[] | null;
  cells: Cell[];
  pieces: Piece[];
  heaps: Heap[];
  winners: number[];
  display: Treasure[];
  players: MinesPlayer[];
  mine: MinesMine | null;
  stepsLeft: number;
  results: MinesResult[];
  open: MinesMine[];
}

export interface Ask {
  step: string;
  seats: number[];
  about: Record<string, Value>;
  options: Move[];
}

export interface Told {
  kind: string;
  seat?: number | null;
  target?: number | null;
  card?: string | null;
  cards?: string[] | null;
  tool?: string | null;
  x?: number | null;
  y?: number | null;
  quarter?: number | null;
  shape?: string | null;
  goal?: number | null;
  edge?: string | null;
  number?: number | null;
  side?: string | null;
  seats?: number[] | null;
  roles?: string[] | null;
  place?: string | null;
  to?: [number, number] | null;
  word?: string | null;
  move?: Move | null;
}

export interface Paused {
  kind: 'paused';
}

export interface Resumed {
  kind: 'resumed';
}

export interface Timed {
  kind: 'timed';
  turn: number;
  bank: number;
  window: number;
}

export interface Nudged {
  kind: 'nudged';
  target: number;
}

export interface SentAway {
  kind: 'removed';
  target: number;
  epoch: number;
}

export interface LetBack {
  kind: 'returned';
  target: number;
}

export interface Claimed {
  kind: 'claim';
  claim: Claim;
}

export interface Wrote {
  kind: 'chat';
  text: string;
}

export interface Chatting {
  kind: 'chatting';
  on: boolean;
}

export interface Remark {
  m: number;
  after: number;
  seat: number;
  what: Paused | Resumed | Timed | Nudged | SentAway | LetBack | Claimed | Wrote | Chatting;
}

export interface Welcome {
  t: 'welcome';
  protocol: number;
  table: TableInfo;
  n: number;
  view: ClassicView | DuelView | MinesView | null;
  ask: Ask | null;
  events: Told[];
  said: Remark[];
}

export interface Update {
  t: 'update';
  n: number;
  events: Told[];
  view: ClassicView | DuelView | MinesView;
  ask: Ask | null;
}

export interface Change {
  t: 'change';
  n: number;
  after: number;
  events: Told[];
  patch: Record<string, Value>;
  ask: Ask | null;
}

export interface TableChanged {
  t: 'table';
  table: TableInfo;
}

export interface ClockChanged {
  t: 'clock';
  clock: Clock;
}

export interface Said {
  t: 'said';
  said: Remark[];
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
  together?: number;
  names?: string[];
  game?: string;
  edition?: string;
  extras?: string[];
  bots?: number;
  level?: string;
  switches?: Record<string, string>;
  first?: number;
  lang?: string;
  playNow?: boolean;
  lot?: string | '';
}

export interface Opened {
  table: string;
  seatUrl: string;
  seatUrls: string[];
}

export interface OpenTable {
  id: string;
  game: string;
  extras: string[];
  players: number;
  free: number;
  host: string;
}

export interface OpenTables {
  tables: OpenTable[];
}

export interface TakeSeat {
  name: string;
  seat?: number;
  cmd?: string;
}

export interface Seated {
  seatUrl: string;
}

export interface Printed {
  kind: 'campfire' | 'crystal' | 'door' | 'gold' | 'ladder' | 'lake' | 'pit' | 'rocks' | 'troll' | 'trunk';
  edges: string;
  colour: 'blue' | 'green' | 'yellow' | null;
  value: number;
}

export interface Face {
  kind: 'action' | 'entrance' | 'goal' | 'gold' | 'role' | 'site' | 'treasure' | 'tunnel';
  art: string;
  shape: string;
  turns: 1 | 2 | 4;
  printed: Printed[];
  use: 'hinder' | 'lay' | 'look' | 'mend' | 'other' | 'remove';
  forms: string[];
  tools: ('cart' | 'lamp' | 'pick')[];
  value: number;
  colour: 'blue' | 'green' | 'yellow' | null;
}

export interface Edition {
  key: string;
  title: string;
}

export interface ExtraInfo {
  key: string;
  title: string;
  text: string;
  kind: 'card' | 'expansion' | 'mini' | 'variant';
  face: Face | null;
}

export interface Game {
  key: string;
  title: string;
  text: string;
  players: [number, number];
  faces: Face[];
  editions: Edition[];
  extras: ExtraInfo[];
}

export interface PresetInfo {
  key: string;
  title: string;
  text: string;
  game: string;
  edition: string;
  extras: string[];
  players: number;
  switches: Record<string, string>;
}

export interface LevelInfo {
  key: string;
  title: string;
  text: string;
}

export interface Catalogue {
  games: Game[];
  presets: PresetInfo[];
  levels: LevelInfo[];
}

export interface Choice {
  game: string;
  edition?: string;
  extras?: string[];
  players?: number;
  switches?: Record<string, string>;
}

export interface Blocked {
  extra: string;
  why: string;
}

export interface ValueInfo {
  key: string;
  title: string;
}

export interface Switch {
  name: string;
  text: string;
  values: ValueInfo[];
  default: string;
  cells: number;
}

export interface Failure {
  code: string;
  text: string;
}

export interface SetUp {
  edition: string;
  players: [number, number];
  number: number;
  blocked: Blocked[];
  switches: Switch[];
  summary: string[];
  problem: Failure | null;
}

export interface FieldInfo {
  name: string;
  what: 'cell' | 'each' | 'edge' | 'face' | 'faces' | 'goal' | 'half' | 'number' | 'place' | 'quarter' | 'seat' | 'seats' | 'term' | 'tool' | 'yes';
  terms: string[];
}

export interface FormInfo {
  card: boolean;
  fields: FieldInfo[];
}

export interface Box {
  game: string;
  faces: Record<string, Face>;
  forms: Record<string, FormInfo>;
  claims: Record<string, FormInfo>;
  words: Record<string, string | Record<string, string>>;
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
  said: Remark[];
}

export interface Brought {
  table: TableInfo;
  box: Box;
  replay: Replay;
}

export interface Draw {
  total: number;
  index: number;
}

export interface ShuffleInfo {
  commitment: string;
  secret: string;
  parts: string[];
  draws: Draw[];
}

export interface Health {
  ok: boolean;
  version: string;
  compiled: boolean;
}

export interface Ready {
  ok: boolean;
}

export type FromClient = Hello | Act | Look | AskWhy | SayReady | Skip | SetTable | SetClock | Pause | Nudge | Say | Chat | SetChat | SetPublic | AddLot | SetRules | AddBot | FreeSeat | ReturnSeat | SwapSeats | Introduce | AskRematch | Ping | SetLang;

export type FromServer = Welcome | Update | Change | TableChanged | ClockChanged | Said | Ack | Refused | BecauseWhy | Rematch | Error | Pong;
