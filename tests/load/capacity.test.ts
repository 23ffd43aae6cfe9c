import { describe, expect, it } from 'vitest';
import {
  capacityConfig,
  capacityScenarios,
  idsIn,
  operationOf,
  requestFor,
  stepSeconds,
} from '../../load/lib/experiment/capacity.ts';
import { readConfig } from '../../load/lib/k6/config.ts';

/** 20 requests/s for 5 s. */
const STEP = {
  level: 1,
  perMinute: 1_200,
  count: 100,
  warmUp: 0,
  first: 0,
  vus: 21,
  mix: { list: 1, get: 0, create: 0 },
  tag: 'tag',
};
const EXPERIMENT = { plan: 'pro', key: 'pro#1', perWindow: 300, windowSeconds: 60, keys: 4, share: 1 };
const configWith = (more: object) => {
  const written = { run: 'r', baseUrl: 'http://127.0.0.1:1/v1', experiments: [EXPERIMENT], ...more };
  return capacityConfig(readConfig({ CONFIG: '/step.json' }, () => JSON.stringify(written)));
};

describe('a step', () => {
  it('comes from the driver alone', () => {
    expect(() => configWith({})).toThrow('CONFIG must name a configuration with a step');
  });

  it('lasts as long as its requests are due, and a little longer for those that are late', () => {
    const config = configWith({ step: STEP });
    expect(stepSeconds(config.step)).toBeCloseTo(99.5 / 20, 9);
    expect(capacityScenarios(config).load).toMatchObject({ rate: 1_200, timeUnit: '60s', duration: '5075ms' });
  });

  it('of several instances is measured by one more VU of each', () => {
    const config = configWith({ step: STEP, instances: 3 });
    expect(capacityScenarios(config)).toMatchObject({ load: { maxVUs: 21 }, lag: { vus: 3 } });
  });

  it('mixes its operations exactly, and gets only existing animals', () => {
    const mixed = { ...STEP, mix: { list: 0.7, get: 0.2, create: 0.1 } };
    const count = (ids: string[]) => {
      const sent = Array.from({ length: 1_000 }, (_, n) => operationOf(mixed, n, ids));
      return ['create', 'get', 'list'].map((name) => sent.filter((one) => one === name).length);
    };
    expect(count(['7'])).toEqual([100, 200, 700]);
    expect(count([])).toEqual([100, 0, 900]);
    expect(requestFor('get', STEP, 3, ['1', '9007199254740993']).path).toBe('/pets/9007199254740993');
  });
});

it('finds ids digit for digit, and only ids', () => {
  const page = '[{"id": 9007199254740993,"name":"\\"id\\": 5 a","categoryId":3},{"name":"x","id":-1}]';
  expect(idsIn(page)).toEqual(['9007199254740993', '-1']);
});
