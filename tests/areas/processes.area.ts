import { runArea } from './areas.ts';

runArea('processes');
