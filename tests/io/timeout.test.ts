import { expect, it } from 'vitest';
import { timeout } from '../../src/io/clock.ts';
import { sleep, world } from '../virtual/world.ts';

it('a timeout aborts its signal, unless it is cancelled', async () => {
  const { clock } = world();
  const [first, second] = [timeout(clock, 10), timeout(clock, 10)];
  second.cancel();
  await sleep(20);
  expect(first.signal.reason).toMatchObject({ name: 'TimeoutError' });
  expect(second.signal.aborted).toBe(false);
});
