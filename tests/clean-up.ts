import { afterAll } from 'vitest';
import { closeAll } from './at-end.ts';

// A setup file: run for each test file, unlike the modules that several files of a process share.
afterAll(closeAll);
