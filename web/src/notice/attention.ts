/* Ways of being noticed that a browser may or may not allow; whatever is off says why. */
export type Standing = 'on' | 'ask' | 'denied' | 'insecure' | 'unsupported';

const missing = (): Standing => (window.isSecureContext ? 'unsupported' : 'insecure');

export const canVibrate = (): Standing => ('vibrate' in navigator ? 'on' : 'unsupported');
export const canStayAwake = (): Standing => ('wakeLock' in navigator ? 'on' : missing());
export function canNotify(): Standing {
  if (!window.isSecureContext || !('Notification' in window)) return missing();
  return Notification.permission === 'granted' ? 'on' : Notification.permission === 'denied' ? 'denied' : 'ask';
}

/** A page that was never touched may not vibrate. */
export function vibrate(): void {
  if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate([60, 80, 60]);
}

/** One notification for a table, whoever looks at the screen: it tells nothing but that you are asked. */
export function notify(table: string, title: string, body: string): void {
  if (canNotify() !== 'on' || !document.hidden) return;
  try {
    const note = new Notification(title, { body, tag: `undermine-${table}`, icon: '/icon.svg' });
    note.onclick = () => { window.focus(); note.close(); };
  } catch {
    return; // some phones allow this to installed pages only
  }
}

/** Keeps the screen on until it is told to stop; a lock is lost whenever the page is hidden. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null, stopped = false;
  async function take() {
    if (stopped || document.hidden || canStayAwake() !== 'on') return;
    try {
      const taken = await navigator.wakeLock.request('screen');
      if (stopped) await taken.release();
      else lock = taken;
    } catch {
      lock = null; // a low battery may refuse it
    }
  }
  const seen = () => void take();
  document.addEventListener('visibilitychange', seen);
  void take();
  return () => {
    stopped = true;
    document.removeEventListener('visibilitychange', seen);
    void lock?.release();
  };
}
