import { setPriority } from 'node:os';
import process from 'node:process';
import { beforeAll, expect } from 'vitest';
import { isTimed } from './order.ts';

// A setup file: while timed tests are under way, all others give way to them, with all that they start. Only root may rise again.
beforeAll(() => {
  if (process.getuid?.() === 0) setPriority(isTimed(expect.getState().testPath ?? '') ? 0 : 10);
});
