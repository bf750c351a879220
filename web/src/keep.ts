/* What this browser remembers: language, name, settings, and private marks. A browser that refuses to remember still plays. */
const PREFIX = 'undermine.';

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    return;
  }
}
