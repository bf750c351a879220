/* How a round went, in a word. */
import { t } from '../../i18n/index.svelte';
import type { MinesResult } from '../../protocol';

export const roundTitle = (result: MinesResult): string => t(result.better === 'blue' ? 'mines.better.blue' : result.better === 'yellow' ? 'mines.better.yellow' : 'mines.better.none');
