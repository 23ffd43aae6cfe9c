import { runArea } from './areas.ts';

runArea('checks');
