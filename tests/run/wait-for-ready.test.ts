import { expect, it } from 'vitest';
import { attemptsWithin } from '../../src/run/lifecycle/wait-for-ready.ts';

it('waits 1 s longer before each attempt, up to 10 s', () => {
  // At 0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55 and from then on every 10 s; the last one a second before the end.
  expect([1, 1_000, 1_001, 2_000, 4_000, 56_000, 60_000].map(attemptsWithin)).toEqual([1, 1, 2, 2, 3, 11, 12]);
});
