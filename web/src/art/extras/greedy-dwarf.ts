/* The Greedy Dwarf. */
import { GREEDY } from '../greedy';
import { register } from '../registry';

register({ roles: { greedy: GREEDY } });
