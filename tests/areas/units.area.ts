import { runArea } from './areas.ts';

runArea('units');
