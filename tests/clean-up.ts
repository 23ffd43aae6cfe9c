import { afterAll, afterEach } from 'vitest';
import { endProcesses } from './process/real-command.ts';
import { endWorld } from './virtual/world.ts';

afterEach(endWorld);
afterAll(endProcesses);
