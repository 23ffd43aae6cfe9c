import { runArea } from './areas.ts';

runArea('package');
