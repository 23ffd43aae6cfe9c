import { describe, expect, it } from 'vitest';
import type { RunTrace } from '../../src/exchange/journal/load.ts';
import type { K6Problem, LoadRecord } from '../../src/exchange/records/load-record.ts';
import { problemsOf } from '../../src/judge/limits/completeness.ts';
import { judgeLoad } from '../../src/verdicts/judge-limits.ts';
import { expectLines, golden } from '../golden.ts';
import { headOf, SETTINGS } from '../trace.ts';
import { closingOf, endOf, exchangeOf, processOf, recorded, startOf } from './load-records.ts';

const problem = (kind: K6Problem['kind']) => [{ kind, message: `k6 said: ${kind}` }];
const INVALID = endOf(100, problem('invalid'));
const held = { v: 1, kind: 'held', at: 5, key: 'free#1', instance: 'free_1', phase: 'sustain' } as const;

/** A process whose key pro#1 is complete, and whose key free#1 has one response and this closing record. */
function together(given: Parameters<typeof closingOf>[3], status = 200): LoadRecord[] {
  const [, ...others] = processOf(['pro#1'], 0);
  const last = exchangeOf('free#1', 0, 0, { status, headers: [['Retry-After', '9000']] });
  return [startOf(['free#1', 'pro#1'], 0), ...others, last, closingOf('free#1', 50, 1, given), INVALID];
}
const stopped = (stop: 'exhausted' | 'unanswered' | 'deadline' | 'not-admitted' | 'refusals', refused = 1) =>
  together({ stopped: stop, refused }, 429);

const free = processOf(['free#1'], 0);

const CASES: Readonly<Record<string, readonly LoadRecord[]>> = {
  complete: [...processOf(['free#1', 'pro#1'], 0), endOf(2_000)],
  'stopped by refusals in the burst': together({ stopped: 'refusals' }),
  'sent less than planned': together({ planned: 4 }),
  'the paced phase was held back': [...free, held, INVALID],
  'exhausted before the run': stopped('exhausted'),
  'exhausted again': stopped('exhausted', 2),
  unanswered: stopped('unanswered'),
  'past the deadline': stopped('deadline'),
  'not admitted': stopped('not-admitted'),
  'k6 was killed': [...free, endOf(9, problem('exit'))],
  'a line is missing': [...free.toSpliced(2, 1), INVALID],
  'no closing line': free.slice(0, -1),
  'lines of the paced part are missing': [...free.slice(0, -1), closingOf('free#1', 50, 4, { role: 'paced' })],
  'nothing began': [endOf(9)],
  'a leak that was redacted': [...free, endOf(9, problem('leak'))],
};

it('an experiment is incomplete for these reasons, for each key', async () => {
  await expectLines(golden('completeness.txt'), CASES, (records) => {
    const about = (key: 'free#1' | 'pro#1') => problemsOf(key, recorded(records)).map(({ reason }) => reason);
    return JSON.stringify({ free: about('free#1'), pro: about('pro#1') });
  });
});

/** A run of `limits` on one key, with a dedicated key for the day. */
function traceOf(records: readonly LoadRecord[]): RunTrace {
  const plans = [{ plan: 'free', key: 'free#1', perMinute: 60, perDay: 20 }] as const;
  const limits = { plans, sustainWindows: 0, daily: { free: 'free#3' } } as const;
  const head = { ...headOf({ ...SETTINGS, skip: ['limit.status'] }), command: 'limits', limits };
  return { head, exchanges: [], skips: [], waits: [], end: null, load: recorded(records) };
}

const verdictIn = (id: string, ...records: readonly LoadRecord[]) =>
  judgeLoad(traceOf(records)).verdicts.find((one) => one.id === id);

it('the end of its process affects only a dedicated key, which proves nothing if its turn never came', () => {
  const reasonOf = (id: string, records: readonly LoadRecord[]) => {
    const verdict = verdictIn(id, ...records);
    expect(verdict).toMatchObject({ verdict: 'inconclusive', plan: 'free' });
    return verdict?.reason;
  };
  const list = { ...exchangeOf('free#3', 0, 0, { status: 200 }), phase: 'daily' };
  const crash = endOf(0, [{ kind: 'exit', message: 'k6 crashed' }], 'daily');
  expect(reasonOf('limit.daily', [startOf(['free#3'], 0, 'daily'), list, crash])).toBe('k6 crashed');
  expect(reasonOf('limit.admits-plan', [crash])).not.toContain('k6 crashed');
  expect(reasonOf('limit.daily', [endOf(0)])).toBe('the run ended before this key was used');
});

const served = [...processOf(['free#1'], 0), endOf(2_000)];
const again = (answer: Parameters<typeof exchangeOf>[3]) => [
  startOf(['free#1'], 60_000),
  exchangeOf('free#1', 1, 60_001, answer),
  closingOf('free#1', 61_000, 1),
  endOf(62_000),
];

describe('a quota that was exhausted twice', () => {
  it('is not exhausted again for a violation of a single response if the day leaves too few requests', () => {
    const codes = ['68', '69'].map((left) => {
      const headers = Object.entries({ 'X-RateLimit-Limit': '20', 'X-RateLimit-Remaining': left });
      return verdictIn('rate.headers-present', ...again({ status: 200, headers }))?.code;
    });
    expect(codes).toEqual(['seen-once-not-again', 'seen-once']);
  });

  it('is incomplete if the second process did not use the key', () => {
    const codeOf = (id: string) => verdictIn(id, ...served, startOf(['free#1'], 60_000))?.code;
    expect(['limit.status', 'limit.no-server-error'].map(codeOf)).toEqual(['not-selected', 'load-incomplete']);
  });

  it('has the numbers of both attempts, and names that of a violation that the confirmation attempt does not show', () => {
    const refused = exchangeOf('free#1', 3, 10, { status: 429 });
    const first = [...processOf(['free#1'], 0).toSpliced(-1, 0, refused), endOf(2_000)];
    const findingsIfAgain = (status: number) => verdictIn('limit.error-body', ...first, ...again({ status }))?.findings;
    expect(findingsIfAgain(200)).toMatchObject([{ attempt: 1 }]);
    expect(judgeLoad(traceOf([...first, ...again({ status: 200 })]))).toHaveProperty('numbers.free.firstLook.sent', 4);
    expect(findingsIfAgain(429)?.[0]).not.toHaveProperty('attempt');
  });

  it('is not a set-up mistake if the service did not respond the second time', () => {
    const { numbers, mistakes, verdicts } = judgeLoad(traceOf([...served, ...again({ code: 'K6_1212' })]));
    expect({ numbers, mistakes }).toMatchObject({ numbers: { free: { sent: 3 } }, mistakes: {} });
    expect(verdicts).toHaveLength(judgeLoad(traceOf(served)).verdicts.length);
  });
});

it.each([
  ['K6_1010', 'remote error: tls: certificate required', 'tls', 'clientCertificate'],
  ['K6_1200', 'proxyconnect tcp: dial tcp 127.0.0.1:9: connect: connection refused', 'proxy', '--proxy'],
])('a key without any admitted request is a set-up mistake: %s (%s)', (code, message, mistake, fix) => {
  const { free } = judgeLoad(traceOf(again({ code, message }))).mistakes;
  expect(free).toMatchObject({ code: mistake, fix: expect.stringContaining(fix) });
});
