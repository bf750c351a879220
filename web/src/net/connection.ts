/* The socket of one table: says hello with the last number it has, comes back by itself, at once when the browser is online
   again, and sends a decision again under the same name until the server has answered it. */
import { PROTOCOL, type Act, type Change, type FromClient, type FromServer, type Move, type Update } from '../protocol';
import { patched } from './patch';

export type Link = 'connecting' | 'open' | 'lost' | 'gone' | 'outdated';

const WAITS = [500, 1000, 2000, 4000, 8000];
const PING = 25_000;
const SILENCE = 10_000;
/** How long a decision waits for its answer before it is sent again and somebody is told. */
export const PATIENCE = 4000;
/* Close codes after which trying again cannot help. */
const FINAL: Record<number, Link> = { 4404: 'gone', 4426: 'outdated' };

/** What a table hears: changes have become whole views by then. */
export type Heard = Exclude<FromServer, Change>;
export interface Ears {
  message(message: Heard): void;
  link(link: Link): void;
}
export type Dial = (url: string) => WebSocket;

/* Not randomUUID: a table in a home network has no https, and the browser hides it there. */
export const freshName = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join('');

export class Connection {
  private socket: WebSocket | null = null;
  private have = 0;
  private view: Update['view'] | null = null; // as it was shown last
  private remarks = 0; // heard
  private readonly unanswered = new Map<string, Act>();
  private tries = 0;
  private retry = 0;
  private pulse = 0;
  private silence = 0;
  private patience = 0;
  private ended = false;

  constructor(
    private readonly url: string,
    private lang: string,
    private readonly ears: Ears,
    private readonly dial: Dial = (address) => new WebSocket(address),
  ) {
    addEventListener('offline', this.offline);
    addEventListener('online', this.online);
    this.connect();
  }

  /* Where the browser hears of it first, nobody waits for a silence. It may be wrong (a server in the same house answers
     all the same), so the next try is made as always. */
  private readonly offline = () => { if (this.socket && !this.ended) this.drop(); };
  private readonly online = () => { if (this.socket?.readyState !== 1 && !this.ended) this.tryNow(); };

  private connect(): void {
    clearTimeout(this.retry);
    this.hush();
    const socket = (this.socket = this.dial(this.url));
    socket.onopen = () => this.put({ t: 'hello', protocol: PROTOCOL, have: this.have, lang: this.lang, changes: true, heard: this.remarks });
    socket.onmessage = (e) => {
      if (socket === this.socket) this.hear(JSON.parse(String(e.data)) as FromServer);
    };
    socket.onclose = (e) => {
      if (socket === this.socket) this.closed(e.code);
    };
  }

  private put(message: FromClient): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }

  private hush(): void {
    clearTimeout(this.silence);
    this.silence = 0;
  }

  private hear(said: FromServer): void {
    this.hush();
    const message = said.t === 'change' ? this.whole(said) : said;
    if (message) this.heard(message);
  }

  /** A change with the view that it leads to. One that was missed leaves a gap: then all of it is asked for once more. */
  private whole({ t: _, after, patch, ...news }: Change): Update | null {
    if (this.view && after === this.have) return { t: 'update', ...news, view: patched(this.view, patch) };
    this.put({ t: 'look', have: this.have });
    return null;
  }

  private heard(message: Heard): void {
    if (message.t === 'welcome') this.welcomed();
    if (message.t === 'welcome' || message.t === 'update') [this.have, this.view] = [message.n, message.view];
    if (message.t === 'welcome' || message.t === 'said') this.remarks = Math.max(this.remarks, ...message.said.map((r) => r.m + 1));
    if (message.t === 'ack' || message.t === 'refused') this.unanswered.delete(message.cmd);
    this.ears.message(message);
    if (message.t === 'welcome') this.insist();
  }

  private welcomed(): void {
    this.tries = 0;
    clearInterval(this.pulse);
    this.pulse = window.setInterval(() => this.ping(), PING);
    this.ears.link('open');
  }

  private ping(within = SILENCE): void {
    this.put({ t: 'ping' });
    this.silence ||= window.setTimeout(() => this.drop(), within); // whoever asks again does not wait longer for it
  }

  /** A socket that no longer answers is left behind; its own end may take minutes to arrive. */
  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.closed(0);
  }

  private closed(code: number): void {
    clearInterval(this.pulse);
    clearTimeout(this.patience);
    this.hush();
    if (this.ended) return;
    const end = FINAL[code];
    this.ears.link(end ?? 'lost');
    if (end) {
      this.ended = true;
      return;
    }
    const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)]!;
    this.retry = window.setTimeout(() => this.connect(), wait);
  }

  /** A decision. It is kept until it is answered, over as many sockets as that takes. */
  act(move: Move): string {
    const message: Act = { t: 'act', cmd: freshName(), move, n: this.have };
    this.unanswered.set(message.cmd, message);
    this.put(message);
    this.wait();
    return message.cmd;
  }

  /** Everything that was not answered, once more. */
  private insist(): void {
    for (const act of this.unanswered.values()) this.put(act);
    this.wait();
  }

  private wait(): void {
    clearTimeout(this.patience);
    this.patience = window.setTimeout(() => { if (this.unanswered.size) { this.insist(); this.ping(PATIENCE); } }, PATIENCE);
  }

  why(id: number, move: Move): void {
    this.put({ t: 'why', id, move });
  }

  /** What needs no answer of its own, and is not sent again. */
  tell(message: FromClient): void {
    this.put(message);
  }

  ready(): void {
    this.put({ t: 'ready', n: this.have });
  }

  speak(lang: string): void {
    this.lang = lang;
    this.put({ t: 'lang', lang });
  }

  tryNow(): void {
    const old = this.socket;
    this.tries = 0;
    this.connect();
    old?.close();
  }

  stop(): void {
    this.ended = true;
    removeEventListener('offline', this.offline);
    removeEventListener('online', this.online);
    clearTimeout(this.retry);
    clearTimeout(this.patience);
    this.hush();
    clearInterval(this.pulse);
    this.socket?.close();
  }
}
