import { expect } from 'vitest';
import { judgeStep } from '../../src/capacity/judge-steps.ts';
import { project } from '../../src/capacity/projection.ts';
import type { JudgedStep, Measured, StepNumbers } from '../../src/capacity/result-schema.ts';
import { mostRequests, planSteps } from '../../src/capacity/steps.ts';
import type { CapacityPlan, Objectives } from '../../src/exchange/records/capacity-record.ts';
import { capacityResult } from '../../src/result/capacity-result.ts';
import type { Result } from '../../src/result/result.ts';
import { capacityReader } from '../../src/verdicts/judge-capacity.ts';
import { endOf } from '../support/load-records.ts';
import { START, trace } from '../support/trace.ts';

/** A value whose 95 % interval reaches a tenth to either side. */
const about = (value: number): Measured => ({ value, from: value * 0.9, to: value * 1.1 });

const OBJECTIVES: Objectives = { p95Ms: 300, p99Ms: 800, errorShare: 0.001 };

/** A step of a peak of 48 a second, 30 s long. */
export function step(level: number, p50: number, change: Partial<StepNumbers> = {}): JudgedStep {
  const rps = 48 * level;
  const sent = change.sent ?? rps * 30;
  const latency = { p50: about(p50), p95: about(3 * p50), p99: about(6 * p50) };
  const numbers: StepNumbers = {
    level,
    rps,
    planned: rps * 30,
    sent,
    completedRps: rps,
    byStatus: { '200': sent },
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
  };
  return judgeStep({ ...numbers, ...change }, OBJECTIVES);
}

const shares = (activeAtPeak: number, use: number) => ({ activeAtPeak, use, readShare: 0.9 });

const projection = project(
  [
    { plan: 'free', perMinute: 60, perDay: 1_000, subscribers: 2_400, ...shares(0.02, 0.25) },
    { plan: 'pro', perMinute: 300, perDay: 10_000, subscribers: 30, ...shares(0.3, 0.6) },
  ],
  [{ plan: 'pro', perMinute: 400 }],
);

/** A run with these steps, as the product judges and reports it. */
function capacityRun(steps: readonly JudgedStep[], notOffered: readonly number[] = []): Result {
  const plan: CapacityPlan = {
    projection,
    objectives: OBJECTIVES,
    shares: [{ plan: 'pro', keys: 20, perWindow: 300, windowSeconds: 60, share: 1 }],
    mix: { list: 0.85, get: 0.15, create: 0 },
    writes: { projected: 0.1, asReads: true },
    steps: planSteps([...steps.map(({ level }) => level), ...notOffered], 48, 30, OBJECTIVES),
  };
  const { head, end } = trace({});
  const sent = steps.reduce((sum, one) => sum + one.sent, 0);
  const reader = {
    ...capacityReader(),
    recorded: () => ({
      head: { ...head, command: 'capacity', planned: mostRequests(plan) },
      plan,
      end,
      ends: [endOf(START)],
    }),
    steps: () => steps,
    sent: () => ({ byStatus: { '200': sent }, byPlan: { pro: sent }, byKey: new Map(), created: 0 }),
  };
  return capacityResult(reader, []);
}

/** The peak was held, and the step above it; the last one could not be decided. */
export const fits = capacityRun([
  step(0.5, 8.4),
  step(0.75, 23),
  step(1, 28),
  step(1.25, 51),
  step(1.5, 92, { latency: { p50: about(92), p95: about(276), p99: { ...about(552), to: null } } }),
]);

/** The service fails under load at the projected peak, and could not take all that was sent. */
export const tooMuch = capacityRun(
  [step(0.5, 21), step(0.75, 34), step(1, 204, { completedRps: 44.1, sent: 1_402, openAtMost: 90 })],
  [1.25, 1.5],
);

/** The generator was late at the peak: nothing is said of the service. */
export const notProven = capacityRun([step(0.5, 21), step(0.75, 34), step(1, 61, { lagP99: 61 })], [1.25, 1.5]);

/** A results.json may be anybody's: every text of a capacity run says this. */
export function hostileCapacity(text: string): Result {
  const plans = projection.plans.map((plan) => ({ ...plan, plan: text, changed: 1 }));
  const fallen = tooMuch.capacity ?? expect.unreachable();
  return {
    ...tooMuch,
    capacity: {
      ...fallen,
      because: [text],
      projection: { ...projection, plans },
      shares: [{ plan: text, keys: 1, perWindow: 1, windowSeconds: 1, share: 1 }],
      steps: fallen.steps.map((one) => ({ ...one, because: [text] })),
    },
  };
}
