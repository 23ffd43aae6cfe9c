import { runArea } from './areas.ts';

runArea('browser');
