/* The keys of the table. Letters work wherever nothing is being written; Enter leaves buttons alone that are not cards or cells. */
import type { Choice } from './choice.svelte';
import type { Direction, Spot } from './offers';

export interface Hooks {
  choice: Choice;
  cursor(): Spot;
  moveTo(spot: Spot): void;
  peek(open: boolean): void;
  fit(): void;
  zoom(factor: number): void;
  log(): void;
  notes(): void;
  help(): void;
  talk(): void;
}

const ARROWS: Record<string, [Direction, number, number]> = {
  ArrowUp: ['up', 0, -1], ArrowDown: ['down', 0, 1], ArrowLeft: ['left', -1, 0], ArrowRight: ['right', 1, 0],
};

const busy = (e: KeyboardEvent) => e.ctrlKey || e.metaKey || e.altKey || (e.target instanceof Element && e.target.closest('input, select, textarea, [role="dialog"]') !== null);
const inside = (e: KeyboardEvent, where: string) => e.target instanceof Element && e.target.closest(where) !== null;

/** Steps through the players who can be chosen. */
function nextPlayer(by: number): void {
  const all = [...document.querySelectorAll<HTMLElement>('.pl.can .hit')], now = all.indexOf(document.activeElement as HTMLElement);
  all[(now + by + all.length) % all.length]?.focus();
}

function arrow(e: KeyboardEvent, hooks: Hooks): boolean {
  const [direction, dx, dy] = ARROWS[e.key]!, { choice } = hooks, spots = choice.spots().length > 0;
  if (choice.seats.size && !spots && dy) {
    nextPlayer(dy);
    return true;
  }
  if (spots && !e.shiftKey) {
    const spot = choice.move(direction);
    if (spot) hooks.moveTo(spot);
    return true;
  }
  if (!e.shiftKey && !inside(e, '[role="grid"]')) return false;
  const from = hooks.cursor(), to = { x: from.x + dx, y: from.y + dy };
  choice.aimAt(to);
  hooks.moveTo(to);
  return true;
}

function enter(e: KeyboardEvent, { choice, cursor }: Hooks): boolean {
  if (inside(e, 'button, a') && !inside(e, '.hand')) return false;
  if (choice.ready) choice.confirm();
  else if (inside(e, '[role="gridcell"]')) choice.tap(cursor().x, cursor().y);
  else return false;
  return true;
}

function letter(key: string, hooks: Hooks): boolean {
  const { choice } = hooks, mine = choice.throws !== '' && choice.hand.length > 0;
  switch (key.toLowerCase()) {
    case 'r': choice.turn(); return true;
    case 'd': if (mine) choice.startDiscard(); return mine;
    case 'p': hooks.peek(true); return true;
    case 'f': hooks.fit(); return true;
    case '+': case '=': hooks.zoom(1.25); return true;
    case '-': case '−': hooks.zoom(0.8); return true;
    case 'l': hooks.log(); return true;
    case 'n': hooks.notes(); return true;
    case 't': hooks.talk(); return true;
    case '?': hooks.help(); return true;
    default: return false;
  }
}

/* On a Cyrillic keyboard the same keys count by where they are. */
const latin = (e: KeyboardEvent) => (/^Key[A-Z]$/.test(e.code) && !/[a-z]/i.test(e.key) ? e.code.slice(3) : e.key);

export function keydown(e: KeyboardEvent, hooks: Hooks): void {
  if (busy(e)) return;
  const { choice } = hooks;
  let done = false;
  if (e.key in ARROWS) done = arrow(e, hooks);
  else if (/^[1-9]$/.test(e.key) && !choice.playing && choice.answers[Number(e.key) - 1]) {
    choice.answer(choice.answers[Number(e.key) - 1]!);
    done = true;
  } else if (/^[1-9]$/.test(e.key) && Number(e.key) <= choice.hand.length) {
    choice.choose(Number(e.key) - 1);
    done = true;
  } else if (e.key === 'Enter') done = enter(e, hooks);
  else if (e.key === ' ' && inside(e, '[role="gridcell"]')) {
    choice.tap(hooks.cursor().x, hooks.cursor().y);
    done = true;
  } else if (e.key === 'Escape') done = choice.question ? ((choice.question = null), true) : choice.back();
  else done = letter(latin(e), hooks);
  if (done) e.preventDefault();
}

export function keyup(e: KeyboardEvent, hooks: Hooks): void {
  if (latin(e).toLowerCase() === 'p') hooks.peek(false);
}
