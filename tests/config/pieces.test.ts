import { describe, expect, it } from 'vitest';
import { resolveAgainst } from '../../src/config/config.ts';
import { addressOf, statedQuota } from '../../src/config/index.ts';

it.each([
  [
    'http://127.0.0.1:20201/v1',
    ['http://localhost:20201/v1/', 'http://127.0.0.9:20201/v1', 'http://[::1]:20201/v1'],
    true,
  ],
  ['http://vm.test/v1', ['http://VM.test/v1', 'HTTP://vm.test:80/v1//', 'http://vm.test./v1'], true],
  ['http://vm.test/v1', ['https://vm.test/v1', 'http://vm.test:81/v1', 'http://vm.test/v2', 'http://other/v1'], false],
  ['http://127.0.0.1:20201/v1', ['http://localhost:20202/v1', 'not a URL'], false],
])('%s and %j: one address: %s', (url, others, isSame) => {
  expect(others.map((other) => addressOf(other) === addressOf(url))).toEqual(others.map(() => isSame));
});

describe('paths are resolved against the folder of the configuration', () => {
  it.each([
    ['storecheck.yaml', './pro.key', 'pro.key'],
    ['ci/storecheck.yaml', 'pro.key', 'ci/pro.key'],
    ['ci/storecheck.yaml', '../../pro.key', '../pro.key'],
    ['../storecheck.yaml', '../pro.key', '../../pro.key'],
    ['/etc/store/storecheck.yaml', 'pro.key', '/etc/store/pro.key'],
    ['/storecheck.yaml', '../../pro.key', '/pro.key'],
    ['ci/storecheck.yaml', '/run/secrets/pro', '/run/secrets/pro'],
    ['C:/store/storecheck.yaml', 'pro.key', 'C:/store/pro.key'],
    ['ci/storecheck.yaml', 'C:\\keys\\pro.key', 'C:\\keys\\pro.key'],
    ['ci/storecheck.yaml', 'a\\b', 'ci/a\\b'],
  ])('%s names %s: %s', (file, path, expected) => {
    expect(resolveAgainst(file, path)).toBe(expected);
  });
});

it('a target’s contract goes before the plans, the plans before the document', () => {
  expect(statedQuota('pro', {})).toEqual({ perMinute: 300, perDay: 10_000 });
  expect(statedQuota('pro', { pro: { perMinute: 400 } })).toEqual({ perMinute: 400, perDay: 10_000 });
  expect(statedQuota('enterprise', {})).toEqual({});
  const plans = { enterprise: { perMinute: 5000, perDay: 1_000_000 } };
  expect(statedQuota('enterprise', plans, { enterprise: { perMinute: 6000 } })).toEqual({
    perMinute: 6000,
    perDay: 1_000_000,
  });
  expect(statedQuota('pro', plans, { enterprise: { perMinute: 6000 } })).toEqual({ perMinute: 300, perDay: 10_000 });
});
