import { runArea } from './areas.ts';

runArea('commands');
