import { describe, expect, it } from 'vitest';
import {
  bracketOf,
  endsRun,
  judgeCapacity,
  judgeStep,
  requirementConclusions,
} from '../../src/capacity/judge-steps.ts';
import { limitBracket, project } from '../../src/capacity/projection.ts';
import type { JudgedStep } from '../../src/capacity/result-schema.ts';
import { collectStep } from '../../src/capacity/step-numbers.ts';
import { defaultLevels, planSteps } from '../../src/capacity/steps.ts';
import type { Objectives, Sample } from '../../src/exchange/records/capacity-record.ts';
import type { CapacityStep } from '../../src/exchange/records/load-config.ts';
import { createQueue } from '../../src/reference/server/serving-capacity.ts';
import { expectLines, golden, testAnswers } from '../support/golden.ts';
import { createRandom } from '../support/random.ts';

/** A service with the reference server's queue: its capacity is known. */
interface Queue {
  readonly capacityRps: number;
  readonly latencyMs: number;
  readonly statusOf?: (n: number) => number;
  /** How late requests and timers of the generator are, at most, in milliseconds; NaN: timers were not measured. */
  readonly lagMs?: number;
  /** How late requests are although timers are not. */
  readonly lateMs?: number;
  /** Requests that the generator skips without a reason. */
  readonly lost?: (tick: number, count: number) => boolean;
}

/** What a step against such a service records. */
function simulate(step: CapacityStep, queue: Queue): Sample[] {
  const { capacityRps, latencyMs, statusOf, lagMs = 0, lateMs = lagMs || 0, lost } = queue;
  const next = createRandom(1 + step.perMinute);
  const servedAt = createQueue(capacityRps, createRandom(~1 - step.perMinute));
  // The list before the load.
  const contact = { n: -1, due: 400, sent: 400, received: 450, status: 200, fresh: true };
  const samples: Sample[] = [{ v: 1, kind: 'sample', key: 'pro#1', op: 'list', ...contact }];
  const open: number[] = [];
  let n = 0;
  for (let tick = 0; tick < step.count; tick += 1) {
    const at = 500 + (tick * 60_000) / step.perMinute + lateMs * next();
    while ((open[0] ?? Infinity) <= at) open.shift();
    if (open.length >= step.vus || lost?.(tick, step.count) === true) continue;
    const received = servedAt(at) + latencyMs * (0.8 + 0.4 * next());
    open.push(received);
    open.sort((a, b) => a - b);
    const status = statusOf?.(n) ?? 200;
    const due = 500 + (n * 60_000) / step.perMinute;
    samples.push({ v: 1, kind: 'sample', n, key: 'pro#1', op: 'list', due, sent: at, received, status, fresh: n < 5 });
    n += 1;
  }
  return samples;
}

const OBJECTIVES: Objectives = { p95Ms: 300, p99Ms: 800, errorShare: 0.01 };

interface Case extends Partial<Queue> {
  readonly objectives?: Objectives;
  readonly peak?: number;
  readonly seconds?: number;
  readonly vus?: number;
  /** What is different in the step of a level. */
  readonly at?: Readonly<Record<number, Partial<Queue>>>;
}

/** A whole experiment with a fast service, unless the case says otherwise. It stops where it should. */
function experiment({ objectives = OBJECTIVES, peak = 100, seconds = 30, vus = 1_000, at = {}, ...queue }: Case) {
  const steps: JudgedStep[] = [];
  for (const step of planSteps([0.5, 0.75, 1, 1.25, 1.5], peak, seconds, objectives)) {
    const config = { ...step, vus, mix: { list: 1, get: 0, create: 0 }, tag: '0' };
    const now = { capacityRps: 1_000, latencyMs: 50, lagMs: 0, ...queue, ...at[step.level] };
    const collector = collectStep(config);
    for (const sample of simulate(config, now)) collector.add(sample);
    if (!Number.isNaN(now.lagMs)) collector.add({ v: 1, kind: 'lag', at: 0, lags: [now.lagMs] });
    const judged = judgeStep(collector.numbers(), objectives);
    steps.push(judged);
    if (endsRun(judged, objectives)) break;
  }
  return { ...judgeCapacity(steps), steps };
}

/** Verdict, step by step and as a whole, with the conclusion of each requirement. */
function judged(given: Case): string {
  const { steps, ...whole } = experiment(given);
  const conclusions = Object.entries(requirementConclusions(steps, whole, given.objectives ?? OBJECTIVES)).map(
    ([id, conclusion]) => {
      const reason = 'reason' in conclusion ? [conclusion.reason] : [];
      const found = 'findings' in conclusion ? conclusion.findings.map(({ actual }) => actual) : [];
      return `${id.replace('capacity.', '')} ${[conclusion.verdict, ...reason, ...found].join(': ')}`;
    },
  );
  expect(JSON.stringify(steps)).not.toContain('"value":null');
  return [
    `${whole.verdict}, headroom ${whole.headroom}, knee ${whole.knee?.toFixed(1) ?? 'none'}`,
    ...steps.map(({ level, verdict, because }) => `${level} ${[verdict, ...because].join(': ')}`),
    conclusions.join(' / '),
  ].join('\n  ');
}

it('judges services of known capacity, and blames no service for other problems', () => {
  const p95Ms = experiment({}).steps[2]?.latency.p95.value ?? 0;
  return expectLines<Case>(
    golden('judged.txt'),
    {
      'drowned at 75 %': { capacityRps: 60 },
      '5 % errors': { statusOf: (n) => (n % 40 === 0 ? 0 : n % 20 === 0 ? 503 : 200) },
      'a capacity of 120': { capacityRps: 120 },
      'an objective within the interval': { objectives: { p95Ms, errorShare: 0.01 } },
      'requests that could not be sent, because so many waited': { capacityRps: 40, vus: 100 },
      'requests that could not be sent, although responses were fast': { latencyMs: 200, vus: 10 },
      'every VU used at the same time, and everything sent': { vus: 10 },
      '429s': { statusOf: (n) => (n === 7 ? 429 : 200) },
      'a wrong key': { statusOf: (n) => (n % 20 === 0 ? 403 : 401) },
      'requests that were late, although timers were not': { lateMs: 200 },
      'lateness within the tolerance, for which customers wait': { latencyMs: 240, lateMs: 29 },
      'timers that were not measured': { lagMs: Number.NaN },
      'requests that were never sent': { latencyMs: 900, lost: (n) => n % 20 === 0 },
      'a few requests that were never sent': { lost: (n) => n % 200 === 0 },
      'a machine that was busy at the peak, of a service that holds more': { at: { 1: { lagMs: 60 } } },
      'a machine that was busy at the peak': { capacityRps: 110, at: { 1: { lagMs: 60 } } },
      'a service that is slow only below the peak': { at: { 0.5: { latencyMs: 400 } } },
      'steps that are too short': {
        peak: 5,
        latencyMs: 900,
        lost: (tick, count) => tick === count - 1,
        seconds: 4,
        objectives: { p95Ms: 3_000, errorShare: 0.01 },
      },
    },
    judged,
  );
});

it('a run without its peak proves nothing, and says why', () => {
  const { steps } = experiment({});
  const why = (count: number) => judgeCapacity(steps.slice(0, count)).because;
  expect([0, 2].map(why)).toEqual([['no request is recorded'], ['the run ended at 75 %, below the projected peak']]);
});

const customers = (plan: string, perMinute: number, subscribers: number, activeAtPeak: number) => {
  return { plan, perMinute, subscribers, activeAtPeak, use: 1, readShare: 0.9 };
};

describe('the default steps hold the peak of today unless it is close to another', () =>
  testAnswers(golden('steps.txt'), (question) => {
    const [before, after] = question.split(' to ').map((rps) => ({ rps: Number(rps), reads: Number(rps), writes: 0 }));
    return before && after && defaultLevels({ before, after }).join(', ');
  }));

it.each([
  [200, 0],
  [599, 1_000],
])('the limits of a run enclose the largest of %i with %i other customers', (largest, others) => {
  const plans = [...(others === 0 ? [] : [customers('free', 60, others, 1)]), customers('pro', 300, 400, 0.3)];
  const projection = project(plans, [{ plan: 'pro', perMinute: 400 }]);
  const { rps } = project(plans, [{ plan: 'pro', perMinute: largest }]).after;
  const steps = [0.25, ...defaultLevels(projection)].map((level) => ({
    level,
    verdict: level * projection.after.rps <= rps + 1e-9 ? ('within' as const) : ('beyond' as const),
  }));
  const { fits, exceeds } = limitBracket(projection, bracketOf(steps)) ?? {};
  expect(fits).toBeLessThanOrEqual(largest);
  expect(exceeds).toBeGreaterThan(largest);
});
