import { runArea } from './areas.ts';

runArea('limits');
