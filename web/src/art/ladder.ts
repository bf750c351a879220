import { C } from './core';
import { medal } from './glyph';
import type { Colour } from './registry';

const RUNGS = 'M39 46H61M39 58H61M38.5 70H61.5M38.5 82H61.5M38.5 93H61.5', RAILS = 'M40 36L38.5 98M60 36L61.5 98';

/** A ladder in a shaft of daylight; in The Duel with its owner's medallion. */
export const ladder = (team?: Colour | null): string =>
  '<ellipse cx="50" cy="79" rx="20" ry="25" fill="#1a0f0a" stroke="#4a2d18" stroke-width="1.6"/><path d="M36 28L64 28L68 80Q50 96 32 80Z" fill="#ffe9b8" opacity=".34"/>' +
  `<g stroke-linecap="round"><path d="${RAILS}" stroke="#1a0f0a" stroke-width="7"/><path d="${RUNGS}" stroke="#1a0f0a" stroke-width="6"/><path d="${RUNGS}" stroke="#e0a968" stroke-width="3.2"/><path d="${RAILS}" stroke="#c48a52" stroke-width="4"/></g>` +
  (team ? medal(team, 50, 64, 12, team === 'green' ? C.greenLo : team === 'blue' ? C.blueLo : C.yellowLo) : '');
