/* The Tournament deals the Greedy Dwarf as well. */
import { GREEDY } from '../greedy';
import { register } from '../registry';

register({ roles: { greedy: GREEDY } });
