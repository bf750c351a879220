/* Rooms that extras lay into the maze: a sign on a crossing. */
import { C } from './core';
import type { Middle } from './registry';

export const room = (id: string, picture: () => string): Middle => {
  const sign = `<path d="M50 34L86 52V98L50 116L14 98V52Z" fill="#1a1320" stroke="${C.person}" stroke-width="2.6"/>`;
  return { id, draw: () => `${sign}<g transform="translate(20 45) scale(.6)">${picture()}</g>` };
};
