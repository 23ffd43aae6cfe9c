import type { Clock } from '../../../src/io/clock.ts';
import { milliseconds, type Segment, share } from './arguments.ts';
import type { Metrics } from './metrics.ts';
import type { Outcome, Vu } from './vu.ts';

/** A scenario's options, as far as the load scripts use them. */
export interface Scenario {
  readonly executor: 'per-vu-iterations' | 'constant-arrival-rate';
  readonly exec?: string;
  readonly startTime?: string;
  readonly gracefulStop?: string;
  readonly vus?: number;
  readonly iterations?: number;
  readonly maxDuration?: string;
  readonly rate?: number;
  readonly timeUnit?: string;
  readonly duration?: string;
  readonly preAllocatedVUs?: number;
  readonly maxVUs?: number;
}

export interface Crew {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly segment: Segment;
  readonly data: unknown;
  readonly take: () => Vu;
  /** Called for each iteration that has ended. */
  readonly ended: (scenario: string, outcome: Outcome) => void;
  /** Aborts when the run is stopped: all iterations are cut then. */
  readonly signal: AbortSignal;
}

/** Runs a scenario to its end; `startTime` counts from now. */
export async function runScenario(name: string, scenario: Scenario, crew: Crew): Promise<void> {
  const { clock, signal } = crew;
  if (!(await wait(clock, milliseconds(scenario.startTime ?? '0s'), signal))) return;
  switch (scenario.executor) {
    case 'per-vu-iterations':
      return perVuIterations(name, scenario, crew);
    case 'constant-arrival-rate':
      return constantArrivalRate(name, scenario, crew);
  }
}

/** Resolves to false if the run was stopped first. */
function wait(clock: Clock, duration: number, signal: AbortSignal): Promise<boolean> {
  if (duration <= 0) return Promise.resolve(!signal.aborted);
  return clock.sleep(duration, signal).then(
    () => true,
    () => false,
  );
}

/** The VUs of a scenario, and its iterations. Cuts what runs beyond the graceful stop, or when the run is stopped. */
function shift(name: string, scenario: Scenario, crew: Crew) {
  const { clock, segment, signal } = crew;
  const vus = Array.from({ length: share(scenario.preAllocatedVUs ?? scenario.vus ?? 1, segment) }, crew.take);
  const startTime = clock.now();
  let iterations = 0;
  const cutAll = () => {
    for (const vu of vus) vu.cut();
  };
  const { duration, maxDuration = '10m', gracefulStop = '30s' } = scenario;
  const cancel = clock.after(milliseconds(duration ?? maxDuration) + milliseconds(gracefulStop), cutAll);
  signal.addEventListener('abort', cutAll, { once: true });
  if (signal.aborted) cutAll();
  return {
    vus,
    startTime,
    iterate: async (vu: Vu, iterationInTest?: number): Promise<void> => {
      const number = iterationInTest ?? iterations * segment.of + segment.index;
      iterations += 1;
      const scope = { kind: 'iteration', name, startTime: Math.floor(startTime), iterationInTest: number } as const;
      const call = vu.call(scenario.exec ?? 'default', crew.data, scope);
      crew.ended(name, await call);
    },
    end: () => {
      cancel();
      signal.removeEventListener('abort', cutAll);
      for (const vu of vus) vu.close();
    },
  };
}

/** One iteration for each VU: no load script asks for more. */
async function perVuIterations(name: string, scenario: Scenario, crew: Crew): Promise<void> {
  if (scenario.iterations !== 1)
    throw new Error(`the virtual k6 runs one iteration per VU, not ${scenario.iterations}`);
  const { vus, iterate, end } = shift(name, scenario, crew);
  await Promise.all(vus.map((vu) => iterate(vu)));
  end();
}

/**
 * Starts iteration k at k periods after the start, the one that is due at the very end included. Divided among segments, each takes
 * every n-th. An iteration that finds no free VU is dropped; VUs beyond the pre-allocated ones are not imitated.
 */
async function constantArrivalRate(name: string, scenario: Scenario, crew: Crew): Promise<void> {
  const { clock, metrics, segment, signal } = crew;
  const { rate = 1, timeUnit = '1s', duration = '0s' } = scenario;
  const { vus, startTime, iterate, end } = shift(name, scenario, crew);
  const free = [...vus];
  const running = new Set<Promise<void>>();
  const period = milliseconds(timeUnit) / rate;
  const until = milliseconds(duration);
  for (let tick = segment.index; tick * period <= until + ROUNDING; tick += segment.of) {
    if (!(await wait(clock, startTime + tick * period - clock.now(), signal))) break;
    const vu = free.shift();
    if (vu === undefined) {
      metrics.add('dropped_iterations', name, 1);
      continue;
    }
    const iteration = iterate(vu, tick).then(() => {
      running.delete(iteration);
      free.push(vu);
    });
    running.add(iteration);
  }
  await wait(clock, startTime + until - clock.now(), signal);
  await Promise.all(running);
  end();
}

/** In milliseconds: sums of floats. */
const ROUNDING = 1e-6;
