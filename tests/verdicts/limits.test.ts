import { expect, it } from 'vitest';
import { MAX_REFUSALS } from '../../src/exchange/allowances.ts';
import type { RunTrace } from '../../src/exchange/journal/k6-records.ts';
import type { K6Problem, LoadRecord } from '../../src/exchange/records/load-record.ts';
import type { End, Settings } from '../../src/exchange/records/run-record.ts';
import type { Verdict } from '../../src/judge/verdict.ts';
import { because } from '../../src/rules/conclusion.ts';
import { whyNotAgain } from '../../src/verdicts/limits/attempts.ts';
import { gapsOf, isCompleteUntilExhausted } from '../../src/verdicts/limits/completeness.ts';
import { judgeLimits } from '../../src/verdicts/limits/judge-limits.ts';
import { expectLines, golden } from '../support/golden.ts';
import { closingOf, endOf, exchangeOf, processOf, recorded, startOf } from '../support/load-records.ts';
import { headOf, SETTINGS, START } from '../support/trace.ts';

const problem = (kind: K6Problem['kind']) => [{ kind, message: `k6 said: ${kind}` }];
const INVALID = endOf(100, problem('invalid'));
const held = { v: 1, kind: 'held', at: 5, key: 'free#1', instance: 'free_1', phase: 'sustain' } as const;

/** A process whose key pro#1 is complete, and whose key free#1 has one response and this closing record. */
function together(given: Parameters<typeof closingOf>[3], status = 200): LoadRecord[] {
  const [, ...others] = processOf(['pro#1'], 0);
  const last = exchangeOf('free#1', 0, 0, { status, headers: [['Retry-After', '9000']] });
  return [startOf(['free#1', 'pro#1'], 0), ...others, last, closingOf('free#1', 50, 1, given), INVALID];
}
type Stop = 'exhausted' | 'unanswered' | 'deadline' | 'not-admitted' | 'refusals';
const stopped = (stop: Stop, refused = 1) => together({ stopped: stop, refused }, 429);

const free = processOf(['free#1'], 0);

const CASES: Readonly<Record<string, readonly LoadRecord[]>> = {
  complete: [...processOf(['free#1', 'pro#1'], 0), endOf(2_000)],
  'stopped by refusals in the burst': together({ stopped: 'refusals' }),
  'sent less than planned': together({ planned: 4 }),
  'another process was stopped': [...stopped('refusals'), ...free, held, INVALID],
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
  'k6 never started': [endOf(9, problem('exit'))],
  'a leak that was redacted': [...free, endOf(9, problem('leak'))],
};

it('an experiment is incomplete for these reasons, for each key', async () => {
  await expectLines(golden('completeness.txt'), CASES, (records) => {
    const about = (key: 'free#1' | 'pro#1') => gapsOf(key, recorded(records)).map(({ reason }) => reason);
    return JSON.stringify({ free: about('free#1'), pro: about('pro#1') });
  });
});

const FREE = { plan: 'free', key: 'free#1', perMinute: 60, perDay: 20 } as const;

/** A run of `limits` on one key, with a dedicated key for the day. */
function traceOf(records: readonly LoadRecord[], change: Partial<Settings> = {}): RunTrace {
  const limits = { plans: [FREE], sustainWindows: 0, daily: { free: 'free#3' } } as const;
  const head = { ...headOf({ ...SETTINGS, skip: ['limit.status'], ...change }), command: 'limits', limits };
  return { head, exchanges: [], skips: [], end: null, load: recorded(records) };
}

const verdictIn = (id: string, ...records: readonly LoadRecord[]) =>
  judgeLimits(traceOf(records)).verdicts.find((one) => one.id === id);

it('a dedicated key proves nothing if its process crashed or never ran, and affects no other key', () => {
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

const refused = exchangeOf('free#1', 3, 10, { status: 429 });
const withRefusal = [...processOf(['free#1'], 0).toSpliced(-1, 0, refused), endOf(2_000)];

it('a finding that only the first of two attempts shows names it', () => {
  const findingsIfAgain = (status: number) =>
    verdictIn('limit.error-body', ...withRefusal, ...again({ status }))?.findings;
  expect(findingsIfAgain(200)).toMatchObject([{ attempt: 1 }]);
  expect(findingsIfAgain(429)?.[0]).not.toHaveProperty('attempt');
});

it('no response to a second attempt is not a set-up mistake', () => {
  const { numbers, mistakes, verdicts } = judgeLimits(traceOf([...served, ...again({ code: 'K6_1212' })]));
  expect({ numbers, mistakes }).toMatchObject({ numbers: { free: { sent: 3 } }, mistakes: {} });
  expect(verdicts).toHaveLength(judgeLimits(traceOf(served)).verdicts.length);
});

/** A response with the numbers of a limiter; `reset` in seconds after START. */
const rated = (remaining: number, { reset = 30, status = 200, limit = 60 } = {}) => ({
  status,
  headers: Object.entries({
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(START / 1_000 + reset),
    Date: new Date(START).toUTCString(),
  }),
});

type Reply = Parameters<typeof exchangeOf>[3];
/** The records of an experiment with these responses. */
const experimentWith = (replies: readonly Reply[], given: object = {}): LoadRecord[] => [
  startOf(['free#1'], START),
  ...replies.map((reply, seq) => exchangeOf('free#1', seq, START + seq, reply)),
  closingOf('free#1', START + 1_000, replies.length, given),
  endOf(START + 2_000),
];

it.each<[code: string, fix: string, replies: readonly Reply[], given?: object, baseUrl?: string]>([
  ['tls', 'clientCertificate', [{ code: 'K6_1010', message: 'remote error: tls: certificate required' }]],
  ['proxy', '--proxy', [{ code: 'K6_1200', message: 'proxyconnect tcp: dial tcp 127.0.0.1:9: connect: refused' }]],
  ['wrong-key', 'Check the free key', [{ code: 'K6_1212' }, { status: 401 }]],
  ['not-found', 'must end with /v1', [{ status: 404 }]],
  ['version-missing', 'http://h/v1', [{ status: 404 }], {}, 'http://h'],
  ['first-request-refused', 'Run storecheck check', [rated(59, { status: 400 })]],
  ['mock', 'another service', [rated(59)], { stopped: 'not-this-service' }],
])('a key without any admitted request is a set-up mistake: %s (%s)', (code, fix, replies, given, baseUrl) => {
  const { head, ...run } = traceOf(experimentWith(replies, given));
  const { target } = headOf(head.settings, baseUrl);
  const { free } = judgeLimits({ ...run, head: { ...head, target } }).mistakes;
  expect(free).toMatchObject({ code, fix: expect.stringContaining(fix) });
});

const undated = (remaining: number) => {
  const { status, headers } = rated(remaining, { reset: 7_200 });
  return { status, headers: headers.filter(([name]) => name !== 'Date') };
};
const GATEWAY = { status: 502, headers: [['Content-Type', 'text/html']] } as const;
const BARE = { status: 429 };
const EXHAUSTED = { stopped: 'exhausted', refused: 1 } as const;
const REFUSED = [rated(0, { reset: 900, status: 429 })];
const FAR = rated(58, { reset: 7_200 });
/** Rate headers of the day, of which one is missing. */
const ofDay = (left: number) => ({ status: 200, headers: rated(left, { limit: 20 }).headers.slice(0, 2) });

it.each<[what: string, id: string, expected: string, replies: readonly Reply[], given?: object]>([
  ['a response of a gateway is not judged', 'rate.headers-present', 'pass', [rated(59), rated(58), GATEWAY, GATEWAY]],
  ['records are missing', 'rate.headers-present', 'load-incomplete', [rated(59), BARE, BARE], { sent: 9 }],
  ['an exhausted key shows it', 'rate.headers-present', 'pass', REFUSED, EXHAUSTED],
  ['an exhausted key cannot show it', 'rate.reset-in-window', 'load-incomplete', REFUSED, EXHAUSTED],
  ['served lists extend the wait', 'rate.reset-in-window', 'reset-too-far', [rated(59), FAR, FAR]],
  ['without the option, no record is needed', 'limit.sustained', 'option-not-given', [rated(59)], { sent: 9 }],
  ['a Date is missing', 'rate.reset-in-window', 'reset-without-date', [undated(59), undated(58)]],
  ['the day has no room for a second attempt', 'rate.headers-present', 'seen-once-not-again', [ofDay(68)]],
  ['the day has room for a second attempt', 'rate.headers-present', 'seen-once', [ofDay(69)]],
])('%s: %s is %s', (_what, id, expected, replies, given) => {
  const verdict = verdictIn(id, ...experimentWith(replies, given));
  expect(verdict?.findings[0]?.code ?? verdict?.code ?? verdict?.verdict).toBe(expected);
});

it('a second attempt that did not use the key is incomplete', () => {
  const codeOf = (id: string) => verdictIn(id, ...served, startOf(['free#1'], 60_000))?.code;
  expect(['limit.status', 'limit.no-server-error'].map(codeOf)).toEqual(['not-selected', 'load-incomplete']);
});

it('a finding counts the responses that show it, and one about another plan shows its limit', () => {
  const { findings = [] } = verdictIn('rate.headers-present', ...experimentWith([rated(59), BARE, BARE])) ?? {};
  expect(findings).toMatchObject([{ params: { lacking: 2 } }]);
  const other = verdictIn(
    'limit.admits-plan',
    ...experimentWith([rated(299, { limit: 300 }), rated(298, { limit: 300 })]),
  );
  expect(other?.findings[0]?.actual).toBe('X-RateLimit-Limit 300');
});

it.each([
  [{ reason: 'set-up' }, 'set-up-before-load'],
  [{ reason: 'time-budget' }, 'stopped-before-load'],
  [{ reason: 'request-budget' }, 'stopped-before-load'],
  [{ reason: 'complete' }, 'k6-not-started'],
])('without a load, nothing is decided: %j', (end, code) => {
  const { load: _, ...trace } = traceOf(free);
  expect(judgeLimits({ ...trace, end: end as End }).verdicts[0]?.code).toBe(code);
});

it('has no numbers if nothing was sent, and no day that was not selected', () => {
  expect(judgeLimits(traceOf([startOf(['free#1'], 0), endOf(9)])).numbers).toEqual({});
  const { verdicts } = judgeLimits(traceOf(served, { skip: ['limit.daily'] }));
  expect(verdicts.find(({ id }) => id === 'limit.daily')?.code).toBe('not-selected');
});

const EARLY_REFUSALS: Verdict = {
  id: 'limit.admits-plan',
  level: 'must',
  verdict: 'fail',
  findings: [],
  subjects: 1,
  otherCause: because('temporary-cause'),
};

it.each<[what: string, stop: Stop, refused: number, open: readonly Verdict[], code: string | undefined]>([
  ['the deadline', 'deadline', 1, [], 'key-stopped'],
  ['the deadline, even if refusals came early', 'deadline', 1, [EARLY_REFUSALS], 'key-stopped'],
  ['refusals that came early', 'refusals', MAX_REFUSALS, [EARLY_REFUSALS], undefined],
  ['refusals that came early, and one later', 'refusals', MAX_REFUSALS + 1, [EARLY_REFUSALS], 'key-refused-too-often'],
])('whether a key stopped by %s gets a second attempt', (_what, stop, refused, open, code) => {
  expect(whyNotAgain(FREE, recorded(stopped(stop, refused)), open)?.code).toBe(code);
});

it('the records of a key that was exhausted before the burst are complete if no line is missing', () => {
  const complete = [free, stopped('exhausted'), stopped('exhausted').toSpliced(-3, 1)].map((records) =>
    isCompleteUntilExhausted('free#1', recorded(records)),
  );
  expect(complete).toEqual([false, true, false]);
});
