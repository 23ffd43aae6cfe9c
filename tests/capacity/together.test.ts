import { describe, expect, it } from 'vitest';
import { apart, beginningReader, begunTogether, tooFarApart } from '../../src/capacity/together.ts';
import type { Sample } from '../../src/exchange/records/capacity-record.ts';

const SAMPLE: Sample = {
  ...{ v: 1, kind: 'sample', n: 0, key: 'pro#1', op: 'list', status: 200, fresh: false },
  ...{ due: 0, sent: 0, received: 10 },
};

/** One measured by the clock of the service: tests/virtual/capacity/distribute.test.ts. */
describe('when they began', () => {
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
    for (const date of [10_000, 14_000]) reader.add({ ...SAMPLE, date }, 1_000);
    const wide = { from: 11_000, to: 13_990 };
    expect(reader.beginning()).toEqual(wide);
    expect(apart([wide, { from: 12_000, to: 12_000 }])).toBe(1_990);
    expect(apart([wide])).toBe(0);
  });
});
