import { runArea } from './areas.ts';

runArea('recording');
