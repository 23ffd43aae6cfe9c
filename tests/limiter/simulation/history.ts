import fc from 'fast-check';
import type { Experiment } from '../../../src/limiter/index.ts';
import { runExperiment } from './experiment.ts';
import { KEY, lab, SECOND } from './lab.ts';
import {
  cellCounter,
  fixedFromFirst,
  fixedOnClock,
  gcra,
  type Limiter,
  type Quota,
  slidingCounter,
  slidingLog,
  stepBucket,
  tokenBucket,
} from './limiters.ts';
import type { Network } from './network.ts';
import { randomFrom } from './random.ts';
import { type Service, service, type Wording } from './service.ts';

export const KINDS = [
  'fixed from first',
  'fixed on clock',
  'log, newest',
  'log, oldest',
  'counter',
  'cells',
  'bucket',
  'gcra',
  'steps',
] as const;
export type Kind = (typeof KINDS)[number];

/** One simulated world: what a history depends on, so that a failing one can be told again from its seed. */
export interface World {
  readonly kind: Kind;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly prolongs: boolean;
  readonly wording: Omit<Wording, 'limit'>;
  readonly base: number;
  readonly jitter: number;
  readonly offset: number;
  /** The server's clock is set during the run: when, as a part of a window, and by how many milliseconds. */
  readonly step?: { readonly at: number; readonly by: number } | null;
  readonly connections: number;
  readonly secondKey: boolean;
  readonly lost: readonly number[];
  /** Moments of foreign requests, as parts of the experiment's length. */
  readonly foreign: readonly number[];
  /** The key was used so often just before. */
  readonly usedBefore: number;
  readonly seed: number;
}

export const START = 1_795_216_900_000;

const limits = fc.oneof(
  { weight: 60, arbitrary: fc.integer({ min: 3, max: 40 }) },
  { weight: 30, arbitrary: fc.integer({ min: 41, max: 120 }) },
  { weight: 3, arbitrary: fc.integer({ min: 121, max: 1_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1_001, max: 5_000 }) },
);

/** Half of the worlds are undisturbed; `odd` ones lose an answer or share the key for a moment. */
const few = (value: fc.Arbitrary<number>) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constant<number[]>([]) },
    { weight: 1, arbitrary: fc.array(value, { minLength: 1, maxLength: 2 }) },
  );

export const worlds: fc.Arbitrary<World> = fc.record({
  kind: fc.constantFrom(...KINDS),
  limit: limits,
  windowSeconds: fc.oneof(fc.constantFrom(60, 60, 60, 6, 10, 30), fc.integer({ min: 2, max: 120 })),
  prolongs: fc.oneof({ weight: 8, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  wording: fc.record({
    remaining: fc.constantFrom('after', 'after', 'before'),
    reset: fc.constantFrom('floor', 'round', 'ceil', 'jitter'),
    retryAfter: fc.constantFrom('seconds', 'seconds', 'padded', 'date', 'padded-date', 'until-full'),
  }),
  base: fc.constantFrom(0, 1, 5, 20, 50, 200, 1_000),
  jitter: fc.constantFrom(0, 2, 10, 50, 200, 1_000),
  offset: fc.integer({ min: -600_000, max: 600_000 }),
  step: fc.oneof(
    { weight: 14, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.record({
        at: fc.integer({ min: 0, max: 1_200 }).map((part) => part / 1_000),
        by: fc.constantFrom(-600_000, -10_000, -10_000, 10_000, 600_000),
      }),
    },
  ),
  connections: fc.constantFrom(1, 5, 20, 50, 50, 50),
  secondKey: fc.boolean(),
  lost: few(fc.integer({ min: 1, max: 130 })),
  foreign: few(fc.integer({ min: 0, max: 10_000 }).map((part) => part / 10_000)),
  usedBefore: fc.oneof(
    { weight: 9, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 5 }) },
  ),
  seed: fc.integer(),
}) as fc.Arbitrary<World>;

export function limiterOf(kind: Kind, quota: Quota): Limiter {
  switch (kind) {
    case 'fixed from first':
      return fixedFromFirst(quota);
    case 'fixed on clock':
      return fixedOnClock(quota);
    case 'log, newest':
      return slidingLog(quota, 'newest');
    case 'log, oldest':
      return slidingLog(quota, 'oldest');
    case 'counter':
      return slidingCounter(quota, 'truthful');
    case 'cells':
      return cellCounter(quota);
    case 'bucket':
      return tokenBucket(quota);
    case 'gcra':
      return gcra(quota);
    case 'steps':
      return stepBucket(quota);
  }
}

export const quotaOf = ({ limit, windowSeconds, prolongs, seed }: World): Quota => ({
  limit,
  windowMs: windowSeconds * 1_000,
  prolongs,
  steps: 2 + (Math.abs(seed) % 59),
});

export function legalService(world: World): Service {
  const wording = { ...world.wording, limit: world.limit };
  const own = limiterOf(world.kind, quotaOf(world));
  return service(own, limiterOf(world.kind, quotaOf(world)), wording, randomFrom(world.seed ^ 0x5eed));
}

/** Forgets what it counted just before the request of that number; nobody sees more of it. */
export function restarting(world: World, number: number): Service {
  let [received, served] = [0, legalService(world)];
  return (...request) => {
    received += 1;
    if (received === number) served = legalService(world);
    return served(...request);
  };
}

export interface History {
  readonly experiment: Experiment;
  readonly ranToItsEnd: boolean;
  readonly decided: ReadonlyMap<number, number>;
}

export function historyOf(world: World, served: Service = legalService(world)): History {
  const random = randomFrom(world.seed);
  const windowMs = world.windowSeconds * 1_000;
  const start = START + Math.floor(random() * 3_600_000);
  const { base, jitter, lost, offset, step } = world;
  // After the first answer: what nobody saw of the old clock cannot be told from a limiter that is wrong.
  const stepAt = start + 3 * (base + jitter + 1) + (step?.at ?? 0) * windowMs;
  const offsetAt = (now: number) => offset + (step && now >= stepAt ? step.by : 0);
  const network: Network = { base, jitter, offsetAt, lost, random };
  for (let used = 0; used < Math.min(world.usedBefore, world.limit); used += 1)
    served(start + offset - 300 + used * 10, 'listPets', false);
  const foreign = world.foreign.map((part) => start + part * 2.2 * windowMs);
  const client = lab(served, network, start, foreign);
  const plan = {
    perWindow: world.limit,
    windowMs,
    connections: world.connections,
    refusals: 8,
    secondKey: world.secondKey,
  };
  const ranToItsEnd = runExperiment(client, plan);
  const experiment: Experiment = {
    plan: 'free',
    key: KEY,
    ...(world.secondKey ? { secondKey: SECOND } : {}),
    perWindow: world.limit,
    perDay: world.limit * 100,
    windowSeconds: world.windowSeconds,
    otherPlans: { pro: { perMinute: world.limit * 5, perDay: world.limit * 700 } },
    exchanges: client.exchanges,
    complete: true,
    refusalBudget: 8,
  };
  return { experiment, ranToItsEnd, decided: client.decided };
}
