import { describe, expect, it } from 'vitest';
import { keepsDate } from '../../load/lib/k6/segment.ts';
import {
  apart,
  beginningReader,
  begunTogether,
  collectStep,
  type JudgedStep,
  judgeStep,
  type Objectives,
  stepsOf,
  tooFarApart,
  withMissing,
} from '../../src/capacity/index.ts';
import type { Sample } from '../../src/exchange/index.ts';
import { configOf, simulate } from './simulated.ts';

const OBJECTIVES: Objectives = { p95Ms: 300, errorShare: 0.01 };
const [STEP] = stepsOf([1], 60, 30, 3);
if (STEP === undefined) throw new Error('no step');
const step = configOf(STEP);

/** What instance `index` of three recorded, on a clock of its own; the service's clock began the step at `begins`. */
function part(samples: readonly Sample[], index: number, begins: number): Sample[] {
  const shift = 1_234 * (index + 1);
  return samples
    .filter(({ n }) => n % 3 === index)
    .map((sample) => {
      const { n, sent, received } = sample;
      const answered = begins + (sent + received) / 2 - 500;
      const date = keepsDate(n, step.perMinute, { index, of: 3 }) ? { date: Math.floor(answered / 1_000) * 1_000 } : {};
      return { ...sample, due: sample.due + shift, sent: sent + shift, received: received + shift, ...date };
    });
}

const samples = simulate(step, { capacityRps: 500, latencyMs: 20 });
const lag = { v: 1, kind: 'lag', at: 0, lags: [0.5] } as const;

function judged(lines: readonly Sample[], given: readonly number[]): JudgedStep {
  const collector = collectStep(step);
  for (const line of lines) collector.add(line);
  collector.add(lag);
  const segments = given.map((index) => ({ index, of: 3 }));
  return judgeStep(collector.figures(null, segments), OBJECTIVES);
}

describe('the parts of three instances', () => {
  it('are, merged, what one alone would have recorded', () => {
    const whole = collectStep(step);
    for (const sample of samples) whole.add(sample);
    whole.add(lag);
    const alone = judgeStep(whole.figures(), OBJECTIVES);
    const merged = judged(
      [0, 1, 2].flatMap((index) => part(samples, index, 0)),
      [0, 1, 2],
    );
    for (const name of ['planned', 'sent', 'byStatus', 'openAtMost', 'vus', 'verdict', 'freshConnections'] as const)
      expect(merged[name]).toEqual(alone[name]);
    expect(merged.completedRps).toBeCloseTo(alone.completedRps, 9);
    expect(merged.latency.p95.value).toBeCloseTo(alone.latency.p95.value, 6);
  });

  it('are compared with their own number of requests if one is missing, and prove nothing', () => {
    const two = judged(
      [0, 2].flatMap((index) => part(samples, index, 0)),
      [0, 2],
    );
    expect(two).toMatchObject({ sent: two.planned, verdict: 'within' });
    expect(withMissing(two, { instances: [1, 3], of: 3 })).toMatchObject({
      verdict: 'invalid',
      invalid: 'run',
      because: ['instance 2 of 3 is missing: merge all journals with storecheck judge'],
    });
    expect(withMissing(two, { instances: [1, 2, 3], of: 3 })).toBe(two);
  });
});

describe('when they began', () => {
  const period = 60_000 / step.perMinute;
  const begins = 1_795_000_000_123;
  const beginningOf = (index: number, at: number) => {
    const reader = beginningReader();
    for (const sample of part(samples, index, at)) reader.add(sample, period);
    return reader.beginning();
  };

  it('is bounded by the Dates of the service, for any clocks of their own', () => {
    for (const index of [0, 1, 2]) {
      const { from = 0, to = 0 } = beginningOf(index, begins) ?? {};
      expect(from).toBeLessThanOrEqual(begins);
      expect(to).toBeGreaterThanOrEqual(begins);
      expect(to - from).toBeLessThan(150);
    }
  });

  it.each([
    [0, true],
    [1_000, true],
    [6_000, false],
  ])('%i ms apart: fine is %s', (later, fine) => {
    const begun = [0, 1, 2].map((index) => ({
      byService: beginningOf(index, begins + (index === 1 ? later : 0)),
      byOwnClock: 0,
    }));
    const together = begunTogether(begun);
    expect(together.clock).toBe('service');
    expect(together.apartMs).toBeGreaterThanOrEqual(later);
    expect(together.apartMs).toBeLessThan(later + 300);
    expect(tooFarApart(together, 5_000)).toHaveLength(fine ? 0 : 1);
  });

  it('is taken from their own clocks if the service sends no Date, with that note', () => {
    const begun = [1_000, 8_000].map((byOwnClock) => ({ byService: undefined, byOwnClock }));
    const together = begunTogether(begun);
    expect(together).toEqual({ apartMs: 7_000, clock: 'own' });
    expect(tooFarApart(together, 5_000)).toMatchObject([
      { code: 'instances-apart-by-own-clocks', params: { apart: '7.0' } },
    ]);
  });

  it('is unknown if a journal was cut off, which is reported anyway', () => {
    const begun = [1_000, Number.NaN].map((byOwnClock) => ({ byService: undefined, byOwnClock }));
    expect(begunTogether(begun)).toEqual({ apartMs: null, clock: 'own' });
    expect(tooFarApart({ apartMs: null, clock: 'own' }, 0)).toEqual([]);
  });

  it('is as wide as the clocks of several nodes contradict each other', () => {
    const reader = beginningReader();
    const [sample] = samples;
    const at = (date: number) => ({ ...(sample as Sample), n: 0, due: 0, sent: 0, received: 10, date });
    reader.add(at(10_000), period);
    reader.add(at(14_000), period);
    expect(reader.beginning()).toEqual({ from: 11_000, to: 13_990 });
    const wide = { from: 11_000, to: 13_990 };
    expect(apart([wide, { from: 12_000, to: 12_000 }])).toBe(1_990);
    expect(apart([wide])).toBe(0);
  });
});
