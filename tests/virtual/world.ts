import { createRandom } from '../../src/reference/random.ts';
import { type VirtualClock, virtualClock } from './clock.ts';
import { type MemoryNetwork, memoryNetwork } from './network.ts';

/** Time and network of one test. */
export interface World {
  readonly clock: VirtualClock;
  readonly network: MemoryNetwork;
  /** The same numbers in every run. */
  readonly random: () => number;
}

let current: World | undefined;

/** A name that is not loopback, of this machine all the same. */
export const HOST = 'store.example.com';

/** Milliseconds that a piece of data takes in one direction, as between processes of one machine. */
const latency = () => 0.4;

/** The world of the running test; the first call makes it. */
export function world(): World {
  if (current !== undefined) return current;
  const clock = virtualClock();
  const network = memoryNetwork(clock, { latency, resolve: { [HOST]: '127.0.0.1' } });
  current = { clock, network, random: createRandom(1) };
  return current;
}

/** Ends the world of a test, so that nothing that it started goes on: tests/set-up.ts. */
export function endWorld(): void {
  current?.clock.stop();
  current = undefined;
}

/** Milliseconds since 1970 in the test's world. */
export const now = (): number => world().clock.now();

/** Waits in virtual time. */
export const sleep = (milliseconds: number): Promise<void> => world().clock.sleep(milliseconds);

/** Waits in virtual time until the condition is met, looking every `stepMs`. Throws if it is not met after 10,000 looks. */
export async function until(condition: () => boolean, stepMs = 10): Promise<void> {
  for (let looks = 0; !condition(); looks += 1) {
    if (looks === 10_000) throw new Error(`the condition is not met after ${looks * stepMs} ms`);
    await sleep(stepMs);
  }
}
