/* A sentence beside something that has the pointer, the focus or a long press on it. One at a time, in the page's top layer. */
const HOVER = 350, LONG = 500; // milliseconds

let box: HTMLElement | null = null;
let owner: HTMLElement | null = null;

function show(at: HTMLElement, text: string): void {
  hide();
  if (!text || !at.isConnected) return;
  box = document.createElement('div');
  box.className = 'tip';
  box.setAttribute('aria-hidden', 'true'); // whoever listens hears it as the description of its owner
  box.textContent = text;
  document.body.append(box);
  owner = at;
  const by = at.getBoundingClientRect(), own = box.getBoundingClientRect(), edge = 8;
  const left = Math.max(edge, Math.min(innerWidth - own.width - edge, by.left + by.width / 2 - own.width / 2));
  const above = by.top - own.height - edge;
  box.style.left = `${left}px`;
  box.style.top = `${above >= edge ? above : Math.min(innerHeight - own.height - edge, by.bottom + edge)}px`;
}

function hide(of: HTMLElement | null = null): void {
  if (of && of !== owner) return;
  box?.remove();
  box = owner = null;
}

export function tip(node: HTMLElement, text: string): { update(text: string): void; destroy(): void } {
  let said = text, timer = 0, long = false, from = { x: 0, y: 0 };
  const later = (wait: number) => { clearTimeout(timer); timer = window.setTimeout(() => show(node, said), wait); };
  const stop = () => { clearTimeout(timer); hide(node); };
  const describe = () => (said ? node.setAttribute('aria-description', said) : node.removeAttribute('aria-description'));
  const on: { [K in keyof HTMLElementEventMap]?: (e: HTMLElementEventMap[K]) => void } = {
    pointerenter: (e) => { if (e.pointerType === 'mouse') later(HOVER); },
    pointerleave: stop,
    pointerdown: (e) => { stop(); long = false; from = { x: e.clientX, y: e.clientY }; if (e.pointerType !== 'mouse') { clearTimeout(timer); timer = window.setTimeout(() => { long = true; show(node, said); }, LONG); } },
    pointermove: (e) => { if (e.pointerType !== 'mouse' && Math.hypot(e.clientX - from.x, e.clientY - from.y) > 6) stop(); },
    pointerup: () => { if (!long) stop(); else window.setTimeout(stop, 2500); },
    pointercancel: stop,
    focus: () => { if (node.matches(':focus-visible')) later(0); },
    blur: stop,
    keydown: (e) => { if (e.key === 'Escape') stop(); },
    contextmenu: (e) => { if (long) e.preventDefault(); },
    click: (e) => { if (long) { long = false; e.stopImmediatePropagation(); e.preventDefault(); } },
  };
  for (const [kind, does] of Object.entries(on)) node.addEventListener(kind, does as (e: Event) => void, { capture: kind === 'click' });
  describe();
  return {
    update(next) { said = next; describe(); if (owner === node) show(node, said); },
    destroy() { stop(); for (const [kind, does] of Object.entries(on)) node.removeEventListener(kind, does as (e: Event) => void, { capture: kind === 'click' }); },
  };
}

/** The same for many things inside one: `find` says which of them is meant, and what is said of it. */
export function tips(node: HTMLElement, find: (el: Element) => { at: HTMLElement; text: string } | null): { destroy(): void } {
  let over: HTMLElement | null = null, timer = 0, long = false, from = { x: 0, y: 0 };
  const stop = () => { clearTimeout(timer); if (over) hide(over); over = null; };
  const start = (e: PointerEvent, wait: number, then: () => void) => {
    const found = e.target instanceof Element ? find(e.target) : null;
    if (found?.at === over) return;
    stop();
    if (!found?.text) return;
    over = found.at;
    timer = window.setTimeout(() => { show(found.at, found.text); then(); }, wait);
  };
  const on: { [K in keyof HTMLElementEventMap]?: (e: HTMLElementEventMap[K]) => void } = {
    pointerover: (e) => { if (e.pointerType === 'mouse' && !e.buttons) start(e, 2 * HOVER, () => undefined); },
    pointerleave: stop,
    pointerdown: (e) => { stop(); long = false; from = { x: e.clientX, y: e.clientY }; if (e.pointerType !== 'mouse') start(e, LONG, () => (long = true)); },
    pointermove: (e) => { if (e.pointerType !== 'mouse' && Math.hypot(e.clientX - from.x, e.clientY - from.y) > 6) stop(); },
    pointerup: () => { if (!long) stop(); else window.setTimeout(stop, 2500); },
    pointercancel: stop,
    wheel: stop,
    click: (e) => { if (long) { long = false; e.stopImmediatePropagation(); e.preventDefault(); } },
  };
  for (const [kind, does] of Object.entries(on)) node.addEventListener(kind, does as (e: Event) => void, { capture: kind === 'click', passive: kind === 'wheel' });
  return { destroy() { stop(); for (const [kind, does] of Object.entries(on)) node.removeEventListener(kind, does as (e: Event) => void, { capture: kind === 'click' }); } };
}
