import process from 'node:process';
import { afterAll, afterEach } from 'vitest';
import { endProcesses } from './process/real-command.ts';
import { endWorld } from './virtual/world.ts';

// A self-test runs many k6 at the same time, and each is ended at the exit.
process.setMaxListeners(50);

afterEach(endWorld);
afterAll(endProcesses);
