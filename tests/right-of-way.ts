import { setPriority } from 'node:os';
import { beforeAll, expect } from 'vitest';
import { rankOf } from './rank.ts';

// A setup file: once a process has come to the other tests, it and all that it starts give way to the timed ones that are still under way.
beforeAll(() => {
  if (rankOf(expect.getState().testPath ?? '') > 0) setPriority(10);
});
