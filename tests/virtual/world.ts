import { randomFrom } from '../limiter/simulation/random.ts';
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

export interface WorldOptions {
  /** Addresses by host name. Names of loopback are known. */
  readonly hosts?: Readonly<Record<string, string>>;
}

/** The world of the running test; the first call makes it. */
export function world(): World {
  return current ?? startWorld();
}

/** Milliseconds that a piece of data takes in one direction, as between processes of one machine. */
const latency = () => 0.4;

/** Makes the world of the running test. Call it before anything else. */
export function startWorld({ hosts = {} }: WorldOptions = {}): World {
  if (current !== undefined) throw new Error('the test has a world already');
  const clock = virtualClock();
  current = { clock, network: memoryNetwork(clock, { latency, resolve: hosts }), random: randomFrom(1) };
  return current;
}

/** Ends the world of a test, so that nothing that it started goes on: tests/virtual/set-up.ts. */
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
