/* Craftsman: any tool. */
import { action } from '../frame';
import { toolset } from '../plain';
import { register } from '../registry';



register({ actions: { craftsman: () => action('rare', toolset(['lamp', 'cart', 'pick'])) } });
