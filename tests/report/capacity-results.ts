import { judgeCapacity } from '../../src/capacity/judge-steps.ts';
import { project } from '../../src/capacity/projection.ts';
import type { Estimate, JudgedStep } from '../../src/capacity/result-schema.ts';
import type { CapacityNumbers, Result } from '../../src/result/result.ts';
import { requirement } from '../../src/spec/requirements/catalogue.ts';
import { finding, incomplete, red, result, row } from './results.ts';

/** A value whose 95 % interval reaches a tenth to either side. */
const about = (value: number): Estimate => ({ value, from: value * 0.9, to: value * 1.1 });

/** A step of a peak of 48 a second, 30 s long. */
export function step(level: number, p50: number, change: Partial<JudgedStep> = {}): JudgedStep {
  const rps = 48 * level;
  const latency = { p50: about(p50), p95: about(3 * p50), p99: about(6 * p50) };
  return {
    level,
    rps,
    planned: rps * 30,
    sent: rps * 30,
    completedRps: rps,
    byStatus: { '200': rps * 30 },
    limited: 0,
    denied: 0,
    errors: { value: 0, from: 0, to: 0.0008 },
    latency,
    served: latency,
    openAtMost: 12,
    vus: 90,
    lateP99: 0.4,
    lagP99: 1.2,
    busy: 0.31,
    freshConnections: 0,
    verdict: 'within',
    because: [],
    swamped: false,
    ...change,
  };
}

const shares = (activeAtPeak: number, use: number) => ({ activeAtPeak, use, readShare: 0.9 });

const projection = project(
  [
    { plan: 'free', perMinute: 60, perDay: 1_000, subscribers: 2_400, ...shares(0.02, 0.25) },
    { plan: 'pro', perMinute: 300, perDay: 10_000, subscribers: 30, ...shares(0.3, 0.6) },
  ],
  [{ plan: 'pro', perMinute: 400 }],
);

/** Judged from its steps. */
const capacityOf = (steps: readonly JudgedStep[], notOffered: readonly number[] = []): CapacityNumbers => ({
  ...judgeCapacity(steps),
  projection,
  objectives: { p95Ms: 300, p99Ms: 800, errorShare: 0.001 },
  shares: [{ plan: 'pro', keys: 20, perWindow: 300, windowSeconds: 60, share: 1 }],
  mix: { list: 0.85, get: 0.15, create: 0 },
  writes: { projected: 0.1, asReads: true },
  steps,
  notOffered,
  created: 0,
});

const quoted = { clause: 'Request rate', quote: 'The limits depend on the plan:', subjects: 1_440 };
const IDS = ['capacity.offered-load', 'capacity.latency', 'capacity.errors'] as const;
const rows = IDS.map((id) => row({ id, title: requirement(id).title, ...quoted }));

const run = { ...result().run, command: 'capacity', k6: 'v2.2.0' };
const requests = { planned: 9_000, sent: 7_200, byStatus: { '200': 7_200 }, byPlan: { pro: 7_200 }, unplanned429: 0 };

/** The peak was held, and the step above it; the last one could not be decided. */
export const fits = result({
  run,
  requests,
  requirements: rows,
  capacity: capacityOf([
    step(0.5, 8.4),
    step(0.75, 23),
    step(1, 28),
    step(1.25, 51),
    step(1.5, 92, {
      ...{ verdict: 'open', because: ['p95 is 276 ms, but may be 304 ms; the objective is 300 ms'] },
      latency: { p50: about(92), p95: about(276), p99: { ...about(552), to: null } },
    }),
  ]),
});

const missed = 'p95 is 612 ms, at least 549 ms; the objective is 300 ms';

const objective = { message: 'missed at 100 % of the projected peak', expected: 'p95 ≤ 300 ms, p99 ≤ 800 ms' };
const findings = [finding({ code: 'objectives-missed', ...objective, actual: missed, exchanges: [] })];
const fallen = step(1, 204, { verdict: 'beyond', because: [missed], completedRps: 44.1, sent: 1_402, swamped: true });
const falling = capacityOf([step(0.5, 21), step(0.75, 34), fallen], [1.25, 1.5]);

/** The service falls over at the projected peak, and could not take all that was sent. */
export const tooMuch = result({
  run,
  requests,
  ...red,
  requirements: rows.map((one) => (one.id === 'capacity.latency' ? { ...one, verdict: 'fail', findings } : one)),
  capacity: falling,
});

const late = 'this machine: timers of the generator were up to 61 ms late (p99; 30 ms are tolerated)';
const busy = step(1, 61, {
  ...{ verdict: 'invalid', invalid: 'machine', because: [late], lagP99: 61 },
  reasons: [{ code: 'late-timers', params: { late: '61 ms', most: '30 ms', load: '' } }],
  errors: { value: 0, from: 0, to: null },
});

/** The generator was late at the peak: nothing is said of the service. */
export const notProven = result({
  run,
  requests,
  ...incomplete,
  requirements: rows.map((one) => ({ ...one, verdict: 'inconclusive', reason: `at 100 %: ${late}` })),
  capacity: capacityOf([step(0.5, 21), step(0.75, 34), busy], [1.25, 1.5]),
});

/** A results.json may be anybody's: every text of a capacity run says this. */
export function hostileCapacity(text: string): Result {
  const plans = projection.plans.map((plan) => ({ ...plan, plan: text, changed: 1 }));
  return {
    ...tooMuch,
    capacity: {
      ...falling,
      because: [text],
      projection: { ...projection, plans },
      shares: [{ plan: text, keys: 1, perWindow: 1, windowSeconds: 1, share: 1 }],
      steps: falling.steps.map((one) => ({ ...one, because: [text] })),
    },
  };
}
