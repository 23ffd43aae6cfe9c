import { expect, it } from 'vitest';
import { idsIn, operationOf, requestFor } from '../../load/experiment/capacity-step.ts';
import { pacedScenarios } from '../../load/runtime/paced-scenario.ts';
import { capacityScenarios, quotaScenarios } from '../../load/runtime/scenario.ts';
import type { KeyExperiment } from '../../src/exchange/records/load-config.ts';
import { expectLines, golden } from '../support/golden.ts';

const free = { plan: 'free', key: 'free#1', perWindow: 60, windowSeconds: 60 } as const;
const enterprise = { plan: 'enterprise', key: 'enterprise#1', perWindow: 20_000, windowSeconds: 60 } as const;

/** 20 requests/s for 5 s. */
const STEP = {
  level: 1,
  perMinute: 1_200,
  count: 100,
  warmUp: 0,
  first: 0,
  vus: 21,
  tag: 'tag',
  mix: { list: 1, get: 0, create: 0 },
};

const RUN = { run: 'r', baseUrl: 'http://127.0.0.1:1/v1', timeoutSeconds: 30 };
const sustain = (experiment: KeyExperiment, windows: number) =>
  pacedScenarios({ ...RUN, experiments: [{ ...experiment, windows }] });
const capacity = (more: { readonly instances?: number } = {}) =>
  capacityScenarios({ ...RUN, experiments: [{ ...free, keys: 4, share: 1 }], step: STEP, ...more });

it('k6 gets these scenarios', async () => {
  const scenarios = {
    quota: quotaScenarios([free, enterprise]),
    'a plan with a space': quotaScenarios([{ ...free, key: 'free plan#1' as 'free#1' }]),
    'sustain, two windows': sustain(free, 2),
    'sustain with many VUs': sustain(enterprise, 1),
    daily: pacedScenarios({ ...RUN, experiments: [{ ...free, key: 'free#3', perDay: 1_000 }] }),
    capacity: capacity(),
    'capacity, three instances': capacity({ instances: 3 }),
  };
  await expectLines(golden('scenarios.txt'), scenarios, (all) => JSON.stringify(all));
});

it('too few requests cannot be paced', () => {
  const few = () => sustain({ ...free, perWindow: 2, windowSeconds: 1 }, 1);
  expect(few).toThrow('free#1: too few requests to be paced over 1 s');
});

it('a capacity step mixes its operations exactly, and gets only existing animals', () => {
  const mixed = { ...STEP, mix: { list: 0.7, get: 0.2, create: 0.1 } };
  const count = (ids: string[]) => {
    const sent = Array.from({ length: 1_000 }, (_, n) => operationOf(mixed, n, ids));
    return ['create', 'get', 'list'].map((name) => sent.filter((one) => one === name).length);
  };
  expect(count(['7'])).toEqual([100, 200, 700]);
  expect(count([])).toEqual([100, 0, 900]);
  expect(requestFor('get', STEP, 3, ['1', '9007199254740993']).path).toBe('/pets/9007199254740993');
  expect(requestFor('create', { ...STEP, category: '9007199254740993' }, 3, []).body).toContain(
    '"categoryId":9007199254740993,',
  );
  const page = '[{"id": 9007199254740993,"name":"\\"id\\": 5 a","categoryId":3},{"name":"x","id":-1}]';
  expect(idsIn(page)).toEqual(['9007199254740993', '-1']);
});
