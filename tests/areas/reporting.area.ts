import { runArea } from './areas.ts';

runArea('reporting');
