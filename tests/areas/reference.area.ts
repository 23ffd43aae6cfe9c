import { runArea } from './areas.ts';

runArea('reference');
