import { runArea } from './areas.ts';

runArea('parity');
