/* Treasury: a card from the discard pile. */
import { action } from '../frame';
import { register } from '../registry';
import { treasury } from '../signs';



register({ actions: { treasury: () => action('rare', treasury()) } });
