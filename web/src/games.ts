/* The tables where this browser has a seat. Its cookies open them; here is only where to look. */
import { keep, kept } from './keep';

const MOST = 12;

export function remembered(): string[] {
  return (kept('games') ?? '').split(' ').filter(Boolean);
}

export function remember(id: string): void {
  keep('games', [id, ...remembered().filter((other) => other !== id)].slice(0, MOST).join(' '));
}

export function forget(id: string): void {
  keep('games', remembered().filter((other) => other !== id).join(' '));
}
