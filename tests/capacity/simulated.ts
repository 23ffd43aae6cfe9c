import { collectStep } from '../../src/capacity/figures.ts';
import { endsExperiment, judgeCapacity, judgeStep } from '../../src/capacity/judge.ts';
import { stepsOf } from '../../src/capacity/projection.ts';
import type { CapacityJudgement, JudgedStep } from '../../src/capacity/result-schema.ts';
import type { Objectives, Sample } from '../../src/exchange/records/capacity-record.ts';
import type { CapacityStep } from '../../src/exchange/records/load-config.ts';
import { createRandom } from '../../src/reference/random.ts';
import { createQueue } from '../../src/reference/server/capacity.ts';

/** A service with the reference server's queue: its capacity is known. */
export interface Queue {
  readonly capacityRps: number;
  readonly latencyMs: number;
  readonly statusOf?: (n: number) => number;
  /** How late requests and timers of the generator are, at most, in milliseconds; NaN: timers were not measured. */
  readonly lagMs?: number;
  /** How late requests are although timers are not. */
  readonly lateMs?: number;
  /** Requests that the generator leaves out without a reason. */
  readonly lost?: (tick: number, count: number) => boolean;
}

/** What a step against such a service records. */
function simulate(step: CapacityStep, queue: Queue): Sample[] {
  const { capacityRps, latencyMs, statusOf, lagMs = 0, lateMs = lagMs || 0, lost } = queue;
  const next = createRandom(1 + step.perMinute);
  const { join } = createQueue(capacityRps, Number.POSITIVE_INFINITY, createRandom(~1 - step.perMinute));
  // The list before the load.
  const contact = { n: -1, due: 400, sent: 400, received: 450, status: 200, fresh: true };
  const samples: Sample[] = [{ v: 1, kind: 'sample', key: 'pro#1', op: 'list', ...contact }];
  const open: number[] = [];
  let n = 0;
  for (let tick = 0; tick < step.count; tick += 1) {
    const at = 500 + (tick * 60_000) / step.perMinute + lateMs * next();
    while ((open[0] ?? Number.POSITIVE_INFINITY) <= at) open.shift();
    if (open.length >= step.vus || lost?.(tick, step.count) === true) continue;
    const received = (join(at) ?? at) + latencyMs * (0.8 + 0.4 * next());
    open.push(received);
    open.sort((a, b) => a - b);
    const status = statusOf?.(n) ?? 200;
    const due = 500 + (n * 60_000) / step.perMinute;
    samples.push({ v: 1, kind: 'sample', n, key: 'pro#1', op: 'list', due, sent: at, received, status, fresh: n < 5 });
    n += 1;
  }
  return samples;
}

/** A whole experiment, which stops where it should. `at`: what is different in the step of a level. */
export function experiment(
  queue: Queue,
  peakRps: number,
  objectives: Objectives,
  { seconds = 30, vus = 1_000, at = {} as Readonly<Record<number, Partial<Queue>>> } = {},
): CapacityJudgement & { readonly steps: readonly JudgedStep[] } {
  const steps: JudgedStep[] = [];
  for (const step of stepsOf([0.5, 0.75, 1, 1.25, 1.5], peakRps, () => seconds, objectives)) {
    const config = { ...step, vus, mix: { list: 1, get: 0, create: 0 }, tag: '0' };
    const now = { ...queue, ...at[step.level] };
    const { lagMs = 0 } = now;
    const collector = collectStep(config);
    for (const sample of simulate(config, now)) collector.add(sample);
    if (!Number.isNaN(lagMs)) collector.add({ v: 1, kind: 'lag', at: 0, lags: [lagMs] });
    const judged = judgeStep(collector.figures(), objectives);
    steps.push(judged);
    if (endsExperiment(judged, objectives)) break;
  }
  return { ...judgeCapacity(steps), steps };
}
