import { describe, expect, it } from 'vitest';
import { requirementOutcomes } from '../../src/capacity/index.ts';
import { experiment, type Queue } from './simulated.ts';

const OBJECTIVES = { p95Ms: 300, p99Ms: 800, errorShare: 0.01 };
const FAST: Queue = { capacityRps: 1_000, latencyMs: 50 };

const kinds = (queue: Queue, peak = 100, options = {}) => {
  const { verdict, steps, because } = experiment(queue, peak, OBJECTIVES, options);
  return { verdict, steps: steps.map((step) => step.verdict), because: because.join('; ') };
};

describe('a service whose capacity is known', () => {
  it.each([
    ['ten times enough', FAST, 'fits', ['within', 'within', 'within', 'within', 'within']],
    [
      'too slow at any load',
      { ...FAST, latencyMs: 500 },
      'does-not-fit',
      ['beyond', 'beyond', 'beyond', 'beyond', 'beyond'],
    ],
    ['far too slow', { ...FAST, latencyMs: 900 }, 'does-not-fit', ['beyond']],
    ['drowned at 75 %', { ...FAST, capacityRps: 60 }, 'does-not-fit', ['within', 'beyond']],
    ['5 % errors', { ...FAST, failing: 0.05 }, 'does-not-fit', ['beyond']],
  ] as const)('%s', (_name, queue, verdict, steps) => {
    const judged = kinds(queue);
    expect(judged.verdict, judged.because).toBe(verdict);
    if (steps !== undefined) expect(judged.steps).toEqual(steps);
  });

  it('is inconclusive if an objective is within the interval', () => {
    const atPeak = experiment(FAST, 100, OBJECTIVES).steps[2]?.latency.p95.value ?? 0;
    const judged = experiment(FAST, 100, { p95Ms: atPeak, errorShare: 0.01 });
    expect(judged.verdict).toBe('not-proven');
    expect(judged.because[0]).toMatch(/^at 100 %: p95 is .* but may be .*; the objective is/);
  });

  it('has its headroom and its knee found within 10 %', () => {
    for (const [capacityRps, highest] of [
      [90, 0.75],
      [120, 1],
      [140, 1.25],
    ] as const) {
      const { knee, headroom } = experiment({ ...FAST, capacityRps }, 100, OBJECTIVES);
      expect(Math.abs((knee ?? 0) / capacityRps - 1), `${capacityRps}: ${knee}`).toBeLessThan(0.1);
      expect(headroom).toBe(highest);
    }
    expect(experiment(FAST, 100, OBJECTIVES).knee).toBeNull();
  });

  it('is right on both sides in 4 seeded repetitions, and never wrong', () => {
    const verdicts = (capacityRps: number) =>
      [0, 7, 14, 21].map((seed) => experiment({ ...FAST, capacityRps, seed }, 100, OBJECTIVES).verdict);
    expect(new Set(verdicts(150))).toEqual(new Set(['fits']));
    expect(new Set(verdicts(80))).toEqual(new Set(['does-not-fit']));
  });

  it('is not helped by requests that could not be sent, because so many waited', () => {
    const drowned = experiment({ ...FAST, capacityRps: 40 }, 100, OBJECTIVES, { vus: 100 });
    expect(drowned.verdict).toBe('does-not-fit');
    expect(drowned.steps.at(-1)).toMatchObject({ swamped: true, verdict: 'beyond' });
    const outcomes = requirementOutcomes(drowned.steps, drowned, OBJECTIVES);
    expect(outcomes['capacity.offered-load']).toMatchObject({ reason: expect.stringMatching(/could not be sent$/) });
    expect(outcomes['capacity.latency']).toMatchObject({ kind: 'broken' });
  });
});

describe("problems that are not the service's", () => {
  it.each([
    ['429s', { statusOf: (n: number) => (n === 7 ? 429 : 200) }, 'got 429'],
    ['a wrong key', { statusOf: (n: number) => (n % 10 === 0 ? 401 : 200) }, 'a key is wrong'],
    ['a generator out of breath', { latencyMs: 900, lagMs: 200 }, 'this machine'],
    ['requests that were never sent', { latencyMs: 900, lost: (n: number) => n % 20 === 0 }, 'this machine'],
  ])('%s: not proven', (_name, fault, reason) => {
    const judged = kinds({ ...FAST, ...fault });
    expect(judged).toMatchObject({ verdict: 'not-proven', steps: ['invalid'] });
    expect(judged.because).toContain(reason);
  });

  it.each([
    ['goes on to the step that decides', 0.75, 'fits', ['within', 'invalid', 'within', 'within', 'within']],
    ['proves nothing without it', 1, 'not-proven', ['within', 'within', 'invalid', 'beyond']],
  ] as const)('a machine that was busy for one step %s', (_name, level, verdict, steps) => {
    const queue = verdict === 'fits' ? FAST : { ...FAST, capacityRps: 110 };
    expect(kinds(queue, 100, { lateAt: [level] })).toMatchObject({ verdict, steps });
  });

  it('steps that are too short prove nothing', () => {
    expect(kinds(FAST, 5, { seconds: 4 }).verdict).toBe('not-proven');
  });
});

describe('the requirements', () => {
  const outcomes = (queue: Queue) => {
    const judged = experiment(queue, 100, OBJECTIVES);
    return Object.values(requirementOutcomes(judged.steps, judged, OBJECTIVES)).map(({ kind }) => kind);
  };
  it('name all missed objectives in one finding', () => {
    const judged = experiment({ ...FAST, latencyMs: 900 }, 100, OBJECTIVES);
    const latency = requirementOutcomes(judged.steps, judged, OBJECTIVES)['capacity.latency'];
    expect(latency).toMatchObject({
      findings: [
        { actual: expect.stringMatching(/^p95 is .*; the objective is 300 ms; p99 is .*; the objective is 800 ms$/) },
      ],
    });
  });

  it('leave only latency inconclusive if only latency is open', () => {
    const atPeak = experiment(FAST, 100, OBJECTIVES).steps[2]?.latency.p95.value ?? 0;
    const objectives = { p95Ms: atPeak, errorShare: 0.01 };
    const judged = experiment(FAST, 100, objectives);
    const outcomes = requirementOutcomes(judged.steps, judged, objectives);
    expect(Object.values(outcomes).map(({ kind }) => kind)).toEqual(['holds', 'undecided', 'holds', 'observed']);
    expect(outcomes['capacity.latency']).toMatchObject({ code: 'latency-unproven' });
  });

  it.each([
    [26, 'holds'],
    [400, 'undecided'],
  ] as const)('count requests that could not be sent as errors: %i', (unsent, kind) => {
    const judged = experiment({ ...FAST, latencyMs: 900 }, 100, OBJECTIVES);
    const steps = judged.steps.map((step) => ({
      ...step,
      ...{ swamped: true, planned: 29_700, sent: 29_700 - unsent, level: 1 },
    }));
    const outcomes = requirementOutcomes(steps, { ...judged, shownBy: 1 }, OBJECTIVES);
    expect(outcomes['capacity.errors'].kind).toBe(kind);
    expect(outcomes['capacity.offered-load'].kind).toBe('undecided');
  });

  it.each([
    ['fits', FAST, ['holds', 'holds', 'holds', 'observed']],
    ['too slow', { ...FAST, latencyMs: 900 }, ['holds', 'broken', 'holds', 'observed']],
    ['errors', { ...FAST, failing: 0.05 }, ['holds', 'holds', 'broken', 'observed']],
    ['429', { ...FAST, statusOf: () => 429 }, ['undecided', 'undecided', 'undecided', 'observed']],
  ])('%s', (_name, queue, expected) => {
    expect(outcomes(queue)).toEqual(expected);
  });
});
