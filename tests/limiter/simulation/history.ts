import fc from 'fast-check';
import { quotaExperiment } from '../../../load/experiment/quota-experiment.ts';
import { openRecorder } from '../../../load/experiment/recorder.ts';
import { isExchange } from '../../../src/exchange/records/journal-record.ts';
import type { KeyExperiment } from '../../../src/exchange/records/load-config.ts';
import type { K6Record } from '../../../src/exchange/records/load-record.ts';
import type { KeyLabel } from '../../../src/exchange/records/types.ts';
import type { Experiment } from '../../../src/limiter/experiment.ts';
import { createRandom } from '../../support/random.ts';
import { virtualClock } from '../../virtual/clock.ts';
import { deliveryTo } from './delivery.ts';
import { KINDS, type Kind, limiterOf } from './limiters.ts';
import { type Service, serviceOf, type Wording } from './service.ts';

const START = 1_795_216_900_000;
const KEY: KeyLabel = 'free#1';
const SECOND: KeyLabel = 'free#2';

/** Everything that a history depends on: the same setting gives the same history. */
export interface Setting extends Wording {
  readonly kind: Kind;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly prolongs: boolean;
  /** Milliseconds in one direction: at least `base`, and up to `jitter` more. */
  readonly base: number;
  readonly jitter: number;
  /** Each request opens a connection. */
  readonly connects: boolean;
  readonly offset: number;
  /** The service's clock is set during the run: when, as a part of a window, and by how many milliseconds. */
  readonly step: { readonly at: number; readonly by: number } | null;
  readonly secondKey: boolean;
  /** Sends no create. */
  readonly readOnly: boolean;
  /** Numbers of the requests that are lost, or whose responses are. */
  readonly lost: readonly number[];
  /** Moments at which another client uses the key, as parts of 2.2 windows. */
  readonly otherClient: readonly number[];
  /** Requests with the key just before the experiment. */
  readonly usedBefore: number;
  readonly seed: number;
}

/** A limiter alone with us, with a second key. */
export const usual = (kind: Kind, limit: number, seed: number, change: Partial<Setting> = {}): Setting => ({
  kind,
  limit,
  seed,
  windowSeconds: 60,
  prolongs: false,
  remaining: 'after',
  reset: 'round',
  retryAfter: 'seconds',
  date: 'one',
  base: 0,
  jitter: 400,
  connects: true,
  offset: 0,
  step: null,
  secondKey: true,
  readOnly: false,
  lost: [],
  otherClient: [],
  usedBefore: 0,
  ...change,
});

const weighted = <Value>(...arbitraries: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<Value>])[]) =>
  fc.oneof(...arbitraries.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const few = (value: fc.Arbitrary<number>) =>
  weighted<number[]>([9, fc.constant([])], [1, fc.array(value, { minLength: 1, maxLength: 2 })]);

export const settings: fc.Arbitrary<Setting> = fc.record({
  kind: fc.constantFrom(...KINDS),
  limit: weighted(
    [55, fc.integer({ min: 3, max: 40 })],
    [28, fc.integer({ min: 41, max: 120 })],
    [12, fc.constantFrom(60, 60, 60, 300, 1_000)],
    [3, fc.integer({ min: 121, max: 1_000 })],
    [1, fc.integer({ min: 1_001, max: 5_000 })],
  ),
  windowSeconds: fc.oneof(fc.constantFrom(60, 60, 60, 6, 10, 30), fc.integer({ min: 2, max: 120 })),
  prolongs: weighted([8, fc.constant(false)], [1, fc.constant(true)]),
  remaining: fc.constantFrom('after', 'after', 'before'),
  reset: fc.constantFrom('floor', 'round', 'ceil', 'jitter', 'next'),
  retryAfter: fc.constantFrom('seconds', 'seconds', 'padded', 'date', 'padded-date', 'until-full'),
  date: weighted<Wording['date']>([12, fc.constant('one')], [1, fc.constantFrom('two', 'none')]),
  base: fc.constantFrom(0, 1, 5, 20, 20, 50, 50, 100, 200, 400, 1_000),
  jitter: fc.constantFrom(0, 2, 10, 10, 50, 50, 200, 400, 1_000),
  connects: fc.boolean(),
  offset: fc.oneof(fc.integer({ min: -30_000, max: 30_000 }), fc.integer({ min: -600_000, max: 600_000 })),
  step: weighted<Setting['step']>(
    [14, fc.constant(null)],
    [
      1,
      fc.record({
        at: fc.integer({ min: 0, max: 1_200 }).map((part) => part / 1_000),
        by: fc.constantFrom(-600_000, -10_000, -10_000, 10_000, 600_000),
      }),
    ],
  ),
  secondKey: fc.boolean(),
  readOnly: weighted([6, fc.constant(false)], [1, fc.constant(true)]),
  lost: few(fc.integer({ min: 1, max: 130 })),
  otherClient: few(fc.integer({ min: 0, max: 10_000 }).map((part) => part / 10_000)),
  usedBefore: weighted([9, fc.constant(0)], [1, fc.integer({ min: 1, max: 5 })]),
  seed: fc.integer(),
});

/** A service with the setting's limiter for each key. `slower`: its windows are this many times the plan's, which is legal only at 1. */
export function legalService(setting: Setting, slower = 1): Service {
  const { kind, limit, windowSeconds, prolongs, seed } = setting;
  const policy = { limit, windowMs: slower * windowSeconds * 1_000 };
  const limiter = limiterOf(kind, policy, { prolongs, steps: 2 + (Math.abs(seed) % 59) });
  return serviceOf(limiter, setting, createRandom(seed ^ 0x5eed));
}

/** Loses its counters just before the request with that number. */
export function restarting(setting: Setting, number: number): Service {
  let [received, service] = [0, legalService(setting)];
  return (...request) => {
    received += 1;
    if (received === number) service = legalService(setting);
    return service(...request);
  };
}

/** Runs the experiment of `load/experiment` against the service. */
export async function historyOf(setting: Setting, service: Service = legalService(setting)): Promise<Experiment> {
  const { limit, windowSeconds, base, jitter, connects, offset, seed } = setting;
  const random = createRandom(seed);
  const windowMs = windowSeconds * 1_000;
  const start = START + Math.floor(random() * 3_600_000);
  // Date must show the step, before and after: otherwise the judge cannot distinguish it from a wrong limiter.
  const step = setting.date === 'one' ? setting.step : null;
  const stepAt = start + 5 * (base + jitter + 1) + (step?.at ?? 0) * windowMs;
  const offsetAt = (now: number) => offset + (step !== null && now >= stepAt ? step.by : 0);
  for (let used = 0; used < Math.min(setting.usedBefore, limit); used += 1)
    service(start + offset - 300 + used * 10, 'listPets', KEY);
  const second = setting.secondKey ? { secondKey: SECOND } : {};
  const { readOnly } = setting;
  const terms: KeyExperiment = { plan: 'free', key: KEY, ...second, perWindow: limit, windowSeconds, readOnly };
  const clock = virtualClock({ startAt: start });
  const network = {
    oneWay: () => 0.2 + base + jitter * random() ** 2,
    connects,
    offsetAt,
    loses: (request: number) =>
      setting.lost.includes(request) ? (random() < 0.5 ? 'request' : 'response') : undefined,
  } as const;
  const records: K6Record[] = [];
  const recorder = openRecorder(terms, {
    run: 'simulated',
    recorderName: 'whole',
    now: clock.now,
    redact: (text) => text,
    // A timer fires too late, or a little too early.
    sleep: (milliseconds) => clock.sleep(milliseconds + 2 * random() - 0.5),
    deliver: deliveryTo(service, network, clock),
    write: (record) => records.push(record),
  });
  for (const part of setting.otherClient) {
    const at = start + part * 2.2 * windowMs;
    clock.after(at - start, () => service(at + offsetAt(at), 'listPets', KEY));
  }
  await clock.run(quotaExperiment(recorder));
  return { ...terms, perDay: limit * 100, exchanges: records.filter(isExchange), complete: true };
}
