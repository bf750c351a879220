/* What jsdom lacks and the game needs. Tests of the build run without a page. */
if (typeof window !== 'undefined') {
  let made = 0;
  URL.createObjectURL = () => `blob:face-${++made}`;
  URL.revokeObjectURL = () => undefined;
  Element.prototype.animate ??= () => ({ cancel() {}, finished: Promise.resolve() }) as unknown as Animation;
  HTMLCanvasElement.prototype.getContext = () => null;
  Element.prototype.setPointerCapture ??= () => undefined;
  globalThis.ResizeObserver ??= class {
    private readonly seen: (entries: { target: Element }[]) => void;
    constructor(seen: (entries: { target: Element }[]) => void) { this.seen = seen; }
    observe(target: Element): void { this.seen([{ target }]); }
    unobserve(): void { return; }
    disconnect(): void { return; }
  } as unknown as typeof ResizeObserver;
  window.matchMedia ??= (() => ({ matches: true })) as unknown as typeof window.matchMedia;
  /* A window of a laptop's size, so that the board has room. */
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 752 });
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 510 });
  Object.defineProperty(window, 'innerWidth', { configurable: true, writable: true, value: 1280 });
}
