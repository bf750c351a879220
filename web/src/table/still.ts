/* A finger that scrolls nothing leaves nothing moving. Without this a browser may go on with a swift drag as a fling,
   although nothing on the page can scroll, and the next tap would only stop that. */
function scrolls(from: EventTarget | null, top: HTMLElement): boolean {
  for (let el = from instanceof Element ? from : null; el && el !== top; el = el.parentElement) {
    const more = el.scrollWidth > el.clientWidth || el.scrollHeight > el.clientHeight;
    if (more && /auto|scroll/.test(getComputedStyle(el).overflow)) return true;
  }
  return false;
}

export function still(node: HTMLElement): { destroy(): void } {
  let free = false;
  const start = (e: TouchEvent) => (free = e.touches.length > 1 || scrolls(e.target, node)); // two fingers zoom
  const move = (e: TouchEvent) => { if (!free && e.cancelable) e.preventDefault(); };
  node.addEventListener('touchstart', start, { passive: true });
  node.addEventListener('touchmove', move, { passive: false });
  return {
    destroy() {
      node.removeEventListener('touchstart', start);
      node.removeEventListener('touchmove', move);
    },
  };
}
