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

const bare = (env: Record<string, string> = {}) => {
  const all = { BASE_URL: 'http://127.0.0.1:1/v1', PLANS: 'free:60,pro:300', ...env };
  return capacityConfig(
    readConfig(all, () => ''),
    all,
  );
};

describe('a step', () => {
  it('is read from variables', () => {
    const { step, experiments } = bare({ RPS: '20', SECONDS: '5', KEYS: '4' });
    expect(step).toMatchObject({ perMinute: 1_200, count: 100, vus: 20 });
    expect(experiments.map(({ keys, share }) => [keys, share])).toEqual([
      [4, 1 / 6],
      [4, 5 / 6],
    ]);
  });

  it.each([{ RPS: '0' }, { RPS: 'many' }, { SECONDS: '-1' }, { VUS: '0' }])('cannot be made from %j', (env) => {
    expect(() => bare(env)).toThrow('RPS, SECONDS, VUS and INSTANCES');
  });

  it('lasts as long as its requests are due, and a little longer for those that are late', () => {
    const config = bare({ RPS: '20', SECONDS: '5' });
    expect(stepSeconds(config.step)).toBeCloseTo(99.5 / 20, 9);
    expect(capacityScenarios(config).load).toMatchObject({ rate: 1_200, timeUnit: '60s', duration: '5075ms' });
  });

  it('of several instances has as many VUs for each, and one more that measures it', () => {
    const config = bare({ RPS: '20', VUS: '20', INSTANCES: '3' });
    expect(config.step.vus).toBe(21);
    expect(capacityScenarios(config)).toMatchObject({ load: { maxVUs: 21 }, lag: { vus: 3 } });
  });

  it('mixes its operations exactly, and gets only existing animals', () => {
    const { step } = bare();
    const mixed = { ...step, mix: { list: 0.7, get: 0.2, create: 0.1 } };
    const count = (ids: string[]) => {
      const sent = Array.from({ length: 1_000 }, (_, n) => operationOf(mixed, n, ids));
      return ['create', 'get', 'list'].map((name) => sent.filter((one) => one === name).length);
    };
    expect(count(['7'])).toEqual([100, 200, 700]);
    expect(count([])).toEqual([100, 0, 900]);
    expect(requestFor('get', step, 3, ['1', '9007199254740993']).path).toBe('/pets/9007199254740993');
  });
});

it('finds ids digit for digit, and only ids', () => {
  const page = '[{"id": 9007199254740993,"name":"\\"id\\": 5 a","categoryId":3},{"name":"x","id":-1}]';
  expect(idsIn(page)).toEqual(['9007199254740993', '-1']);
});
