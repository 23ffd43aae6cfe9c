import { constants, setPriority } from 'node:os';
import { beforeAll, expect } from 'vitest';
import { isTimed } from './order.ts';
import { MAY_RISE, USUAL } from './priority.ts';

const LOWEST = constants.priority.PRIORITY_LOW;

// A setup file: while timed tests are under way, all others give way to them, with all that they start.
beforeAll(() => {
  if (MAY_RISE) setPriority(isTimed(expect.getState().testPath ?? '') ? USUAL : Math.min(USUAL + 10, LOWEST));
});
