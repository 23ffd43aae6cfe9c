import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dailyScenarios, dayConfig } from '../../load/lib/experiment/day.ts';
import { readConfig } from '../../load/lib/k6/config.ts';
import { dayPlan } from '../../src/k6/index.ts';

const none = () => '';
const variables = (plans: string) => ({ BASE_URL: 'http://127.0.0.1:1/v1', PLANS: plans });
const scenariosOf = (plans: string) => dailyScenarios(dayConfig(readConfig(variables(plans), none, 3)));

describe('a day', () => {
  const free = { perWindow: 60, perDay: 1_000, windowSeconds: 60 };

  it('just below the rate, with the refill of a day, and a few more', () => {
    // 1,000 at 57 a minute are 1,053 s, in which 12.3 come back.
    expect(dayPlan(free, 8)).toEqual({
      offered: 57,
      paced: 1_013 - 1 + 8,
      seconds: (1_021 * 60) / 57 + 121,
      vus: 7,
      refused: 8,
    });
    const business = dayPlan({ perWindow: 1_000, perDay: 100_000, windowSeconds: 60 }, 8);
    expect(business.seconds / 60).toBeCloseTo(115.8, 0);
    expect(business).toMatchObject({ offered: 950, refused: 8 });
  });

  it('never ends if the refill equals the offered rate', () => {
    expect(dayPlan({ ...free, perDay: 60 * 1_440 }, 8).seconds).toBe(Number.POSITIVE_INFINITY);
  });

  it('offers a day, the refill meanwhile, and the allowed refusals', () => {
    const numbers = fc.record({
      perWindow: fc.integer({ min: 1, max: 20_000 }),
      refusals: fc.integer({ min: 1, max: 50 }),
    });
    fc.assert(
      fc.property(numbers, fc.double({ min: 0.001, max: 0.9, noNaN: true }), ({ perWindow, refusals }, share) => {
        const offered = Math.max(1, Math.floor(perWindow * 0.95));
        const perDay = Math.ceil(offered * 1_440 * share);
        const { paced } = dayPlan({ perWindow, perDay, windowSeconds: 60 }, refusals);
        const sent = 1 + paced;
        const back = (sent / (offered / 60)) * (perDay / 86_400);
        expect(sent - perDay - back).toBeGreaterThan(-1 + refusals * (1 - perDay / offered / 1_440));
      }),
    );
  });

  it('one VU for each refusal, and one more request when two windows have gone', () => {
    const { free_3: paced, 'free_3-last': last } = scenariosOf('free:60:1000');
    expect(paced).toMatchObject({
      executor: 'constant-arrival-rate',
      exec: 'paced',
      rate: 57,
      timeUnit: '60s',
      maxVUs: 7,
      duration: `${Math.round((1_019.5 * 60e6) / 57) / 1e3}ms`,
    });
    expect(last).toMatchObject({ executor: 'per-vu-iterations', exec: 'last', vus: 1, iterations: 1 });
    const ends = Number.parseFloat(paced?.startTime ?? '') + (1_019.5 * 60_000) / 57;
    expect(Number.parseFloat(last?.startTime ?? '') - ends).toBeGreaterThan(2 * 60_000 + 1_000);
  });

  it.each([
    ['no number for the day', 'free:60', 'requests per day'],
    ['a day that is never exhausted', 'free:60:86400', 'never exhausted'],
    ['one key twice', 'free:60:1000,free:60:1000', 'two experiments'],
  ])('%s is an error', (_, plans, says) => expect(() => scenariosOf(plans)).toThrow(says));
});
