import { expect, it } from 'vitest';
import { resolveAgainst } from '../../src/config/config.ts';
import { addressOf, statedQuota } from '../../src/config/index.ts';
import { expectAnswers, goldenIn } from '../golden.ts';

it('one service may have addresses of several spellings', () =>
  expectAnswers(goldenIn(import.meta.dirname)('addresses.txt'), (question) => {
    const [url = '', other = ''] = question.split(' and ');
    return addressOf(other) === addressOf(url) ? 'the same' : 'different';
  }));

it('paths are resolved against the folder of the configuration', () =>
  expectAnswers(goldenIn(import.meta.dirname)('paths.txt'), (question) => {
    const [file = '', path = ''] = question.split(' names ');
    return resolveAgainst(file, path);
  }));

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
