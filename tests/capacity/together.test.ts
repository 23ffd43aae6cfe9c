import { describe, expect, it } from 'vitest';
import { keepsDate } from '../../load/lib/k6/segment.ts';
import { withMissing } from '../../src/capacity/judge.ts';
import { judgeStep } from '../../src/capacity/judge-step.ts';
import type { JudgedStep } from '../../src/capacity/result-schema.ts';
import { collectStep } from '../../src/capacity/statistics/figures.ts';
import { stepsOf } from '../../src/capacity/steps.ts';
import { apart, beginningReader, begunTogether, tooFarApart } from '../../src/capacity/together.ts';
import type { Sample } from '../../src/exchange/records/capacity-record.ts';
import { configOf, simulate } from './simulated.ts';

const [STEP] = stepsOf([1], 60, 30, 3);
if (STEP === undefined) throw new Error('no step');
const step = configOf(STEP);
const samples = simulate(step, { capacityRps: 500, latencyMs: 20 });

/** What instance `index` of three recorded, on a clock of its own; the service's clock began the step at `begins`. */
function part(index: number, begins = 0): Sample[] {
  const shift = 1_234 * (index + 1);
  return samples
    .filter(({ n }) => n % 3 === index)
    .map((sample) => {
      const { n, due, sent, received } = sample;
      const answered = begins + (sent + received) / 2 - 500;
      const date = keepsDate(n, step.perMinute, { index, of: 3 }) ? { date: Math.floor(answered / 1_000) * 1_000 } : {};
      return { ...sample, due: due + shift, sent: sent + shift, received: received + shift, ...date };
    });
}

function judged(given: readonly number[]): JudgedStep {
  const collector = collectStep(step);
  for (const index of given) for (const line of part(index)) collector.add(line);
  collector.add({ v: 1, kind: 'lag', at: 0, lags: [0.5] });
  const segments = given.map((index) => ({ index, of: 3 }));
  return judgeStep(collector.figures(null, segments), { p95Ms: 300, errorShare: 0.01 });
}

describe('the parts of three instances', () => {
  it('are compared with their own number of requests if one is missing, and prove nothing', () => {
    const [all, two] = [judged([0, 1, 2]), judged([0, 2])];
    expect(all).toMatchObject({ planned: 1_800, sent: 1_800, vus: 1_000, verdict: 'within' });
    expect(all.completedRps).toBeCloseTo(60, 0);
    expect(two).toMatchObject({ planned: 1_200, sent: 1_200, verdict: 'within' });
    expect(withMissing(two, { instances: [1, 3], of: 3 }, [])).toMatchObject({
      verdict: 'invalid',
      invalid: 'run',
      because: ['the journal of 1 of 3 pods is missing: a pod failed, or its log was lost'],
    });
    expect(withMissing(two, { instances: [1, 2, 3], of: 3 }, [])).toBe(two);
  });
});

describe('when they began', () => {
  const period = 60_000 / step.perMinute;
  const begins = 1_795_000_000_123;
  const beginningOf = (index: number, at: number) => {
    const reader = beginningReader();
    for (const sample of part(index, at)) reader.add(sample, period);
    return reader.beginning();
  };

  it.each([
    [0, true],
    [1_000, true],
    [6_000, false],
  ])('%i ms apart: fine is %s', (later, fine) => {
    const begun = [0, 1, 2].map((index) => begins + (index === 1 ? later : 0));
    const together = begunTogether(begun.map((at, index) => ({ byService: beginningOf(index, at), byOwnClock: 0 })));
    expect(together.clock).toBe('service');
    expect(together.apartMs).toBeGreaterThanOrEqual(later);
    expect(together.apartMs).toBeLessThan(later + 300);
    expect(tooFarApart(together, 5_000)).toHaveLength(fine ? 0 : 1);
  });

  it.each([
    ['taken from their own clocks if the service sends no Date', 8_000, 7_000, ['instances-apart-by-own-clocks']],
    ['unknown if a journal was cut off, which is reported anyway', Number.NaN, null, []],
  ])('is %s', (_name, second, apartMs, codes) => {
    const together = begunTogether([1_000, second].map((byOwnClock) => ({ byService: undefined, byOwnClock })));
    expect(together).toEqual({ apartMs, clock: 'own' });
    expect(tooFarApart(together, 5_000).map(({ code }) => code)).toEqual(codes);
  });

  it('is as wide as the clocks of several nodes contradict each other', () => {
    const reader = beginningReader();
    for (const date of [10_000, 14_000])
      reader.add({ ...(samples[0] as Sample), n: 0, due: 0, sent: 0, received: 10, date }, period);
    const wide = { from: 11_000, to: 13_990 };
    expect(reader.beginning()).toEqual(wide);
    expect(apart([wide, { from: 12_000, to: 12_000 }])).toBe(1_990);
    expect(apart([wide])).toBe(0);
  });
});
