import { describe, expect, it } from 'vitest';
import { loadOf } from '../../src/exchange/journal/load.ts';
import type { LoadRecord } from '../../src/exchange/records/load-record.ts';
import type { EndedTrace } from '../../src/exchange/trace.ts';
import { judgeLoad } from '../../src/judge/limits/judge-limits.ts';
import { headOf, SETTINGS } from '../trace.ts';
import { closingOf, endOf, exchangeOf, processOf, startOf } from './load-records.ts';

const { perMinute, perDay } = SETTINGS;
const plans = [{ plan: 'free', key: 'free#1' as const, perMinute, perDay }];
const limits = { plans, sustainWindows: 0, daily: {} };

function traceOf(records: readonly LoadRecord[]): EndedTrace {
  const load = loadOf(records);
  const head = { ...headOf(SETTINGS), command: 'limits', limits };
  return { head, exchanges: [], skips: [], waits: [], end: null, ...(load === undefined ? {} : { load }) };
}

const served = [...processOf(['free#1'], 0), endOf(2_000)];
const again = (answer: Parameters<typeof exchangeOf>[3]) => [
  startOf(['free#1'], 60_000),
  exchangeOf('free#1', 1, 60_001, answer),
  closingOf('free#1', 61_000, 1),
  endOf(62_000),
];

describe('a quota that was exhausted twice', () => {
  it('has the numbers of both attempts', () => {
    const { numbers, mistakes } = judgeLoad(traceOf([...served, ...again({ status: 200 })]));
    expect(numbers['free']).toMatchObject({ sent: 1, firstLook: { sent: 3 } });
    expect(mistakes).toEqual({});
  });

  it('names the attempt of a violation that the confirmation attempt does not show', () => {
    const refused = exchangeOf('free#1', 3, 10, { status: 429 });
    const first = [...processOf(['free#1'], 0).toSpliced(-1, 0, refused), endOf(2_000)];
    const attemptsIn = (...records: readonly LoadRecord[]) =>
      judgeLoad(traceOf([...first, ...records])).verdicts.find(({ id }) => id === 'limit.error-body')?.findings;
    expect(attemptsIn(...again({ status: 200 }))).toMatchObject([{ attempt: 1 }]);
    expect(attemptsIn(...again({ status: 429 }))?.[0]).not.toHaveProperty('attempt');
  });

  it('is not a set-up mistake if the service did not respond the second time', () => {
    const { numbers, mistakes, verdicts } = judgeLoad(traceOf([...served, ...again({ code: 'K6_1212' })]));
    expect(numbers['free']).toMatchObject({ sent: 3 });
    expect(mistakes).toEqual({});
    expect(verdicts).toHaveLength(judgeLoad(traceOf(served)).verdicts.length);
  });
});

describe('a key without any admitted request is a set-up mistake', () => {
  it.each([
    ['K6_1212', 'dial: connection refused', 'unreachable', 'service is running'],
    ['K6_1010', 'remote error: tls: certificate required', 'tls', 'clientCertificate'],
    ['K6_1200', 'proxyconnect tcp: dial tcp 127.0.0.1:9: connect: connection refused', 'proxy', '--proxy'],
  ])('%s (%s): %s', (code, message, mistake, fix) => {
    const { free } = judgeLoad(traceOf(again({ code, message }))).mistakes;
    expect(free).toMatchObject({ code: mistake, fix: expect.stringContaining(fix) });
  });
});
