import { runArea } from './areas.ts';

runArea('packages');
