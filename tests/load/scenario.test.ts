import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  pacedCount,
  pacedSeconds,
  quotaScenarios,
  scenarioName,
  sustainScenarios,
  vusFor,
} from '../../load/lib/k6/scenario.ts';

const free = { plan: 'free', key: 'free#1', perWindow: 60, windowSeconds: 60 } as const;
const enterprise = { plan: 'enterprise', key: 'enterprise#1', perWindow: 20_000, windowSeconds: 60 } as const;

describe('quota', () => {
  it('one VU and one iteration a key; several VUs above what one can send', () => {
    expect(quotaScenarios([free, enterprise], 10_000)).toMatchObject({
      free_1: { executor: 'per-vu-iterations', vus: 1, iterations: 1 },
      enterprise_1: { executor: 'per-vu-iterations', vus: 2, iterations: 1 },
    });
    expect([1, 10_000, 10_001].map((perWindow) => vusFor({ ...free, perWindow }, 10_000))).toEqual([1, 1, 2]);
  });

  it('leaves time for the longest experiment', () => {
    expect(quotaScenarios([free], 10_000)['free_1']).toMatchObject({ maxDuration: '420s' });
  });

  it('two experiments with one key are an error', () => {
    expect(() => quotaScenarios([free, { ...free, plan: 'pro' }], 10_000)).toThrow(
      'two experiments with the key free#1',
    );
  });

  it('names that k6 accepts', () => {
    expect(scenarioName('free plan#1')).toBe('free_plan_1');
  });
});

describe('sustain', () => {
  it('has a duration that is never a whole number of periods: k6 would start one more', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 20_000 }),
        fc.integer({ min: 1, max: 120 }),
        fc.integer({ min: 1, max: 5 }),
        (rate, unit, windows) => {
          const periods = (pacedSeconds(rate * windows, rate, unit) * rate) / unit;
          expect(Math.abs(periods - Math.round(periods))).toBeCloseTo(0.5, 6);
          expect(Math.ceil(periods)).toBe(rate * windows);
        },
      ),
    );
  });

  it('paces N per window and half a second, with the calibration as the first request', () => {
    const scenario = sustainScenarios([{ ...free, windows: 2 }])['free_1'];
    expect(pacedCount({ ...free, windows: 2 })).toBe(119);
    expect(scenario).toMatchObject({
      executor: 'constant-arrival-rate',
      rate: 60,
      timeUnit: '60.5s',
      startTime: '1008.333ms',
      duration: '119487.5ms',
    });
  });

  it('has as many VUs as allowed refusals, if the rate permits', () => {
    expect(sustainScenarios([{ ...free, windows: 1 }])['free_1']).toMatchObject({ preAllocatedVUs: 8, maxVUs: 8 });
    expect(sustainScenarios([{ ...enterprise, windows: 1 }])['enterprise_1']).toMatchObject({
      preAllocatedVUs: 166,
      maxVUs: 166,
    });
  });

  it('too few to be paced are an error', () => {
    expect(() => sustainScenarios([{ ...free, perWindow: 2, windowSeconds: 1, windows: 1 }])).toThrow(
      'too few requests',
    );
  });
});
