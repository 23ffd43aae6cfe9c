import { createRandom } from '../support/random.ts';
import { START, type VirtualClock, virtualClock } from './clock.ts';
import { type MemoryNetwork, memoryNetwork } from './network.ts';

/** Time and network of one test. */
export interface World {
  readonly clock: VirtualClock;
  readonly network: MemoryNetwork;
  /** The same numbers in every run. */
  readonly random: () => number;
}

let current: World | undefined;

/** Opens a world, which is that of the running test until it ends. `latency`: milliseconds of a piece of data, by default of loopback. */
export function openWorld({ startAt = START, latency = (): number => 0.4 } = {}): World {
  const clock = virtualClock({ startAt });
  const network = memoryNetwork(clock, latency);
  current = { clock, network, random: createRandom(1) };
  return current;
}

/** The world of the running test; the first call opens it. */
export const world = (): World => current ?? openWorld();

/** Ends the world of a test, so that nothing that it started goes on: tests/clean-up.ts. */
export function endWorld(): void {
  current?.clock.stop();
  current = undefined;
}

/** Milliseconds since 1970 in the test's world. */
export const now = (): number => world().clock.now();

/** Waits in virtual time. */
export const sleep = (milliseconds: number): Promise<void> => world().clock.sleep(milliseconds);

/** Waits in virtual time until the condition is met, checking every 10 ms. Throws if it is not met after 10,000 checks. */
export async function until(condition: () => boolean): Promise<void> {
  for (let checks = 0; !condition(); checks += 1) {
    if (checks === 10_000) throw new Error('the condition is not met');
    await sleep(10);
  }
}
