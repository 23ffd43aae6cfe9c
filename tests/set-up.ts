import { afterAll, afterEach } from 'vitest';
import { closeAll } from './at-end.ts';
import { endWorld } from './virtual/world.ts';

afterEach(endWorld);
afterAll(closeAll);
