import { runArea } from './areas.ts';

runArea('hostile');
