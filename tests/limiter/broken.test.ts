import { expect, it } from 'vitest';
import { type Experiment, judgeLimits, type LimitRequirementId } from '../../src/limiter/index.ts';
import { changed, conforming, ERROR, experiment, is, list, type Row, refusals, replace } from './exchanges.ts';

type Case = readonly [
  id: LimitRequirementId,
  name: string,
  rows: readonly Row[],
  says: RegExp,
  more?: Partial<Experiment>,
];

const SIXTY = { perWindow: 60 };

/** Windows of 55 s, each from its first request: the next one begins a second after the first has ended. */
const fiftyFive = (...before: readonly Row[]): Row[] => [
  ...conforming(60)
    .slice(0, 65)
    .map((row) => ({ ...row, reset: 55 })),
  ...before.map((row) => ({ ...row, status: 429, retryAfter: '3' })),
  list(55.95, 59, 111, 'recovery-retry-after', 60),
  list(57, 58, 111, 'recovery-reset', 60),
];

/** The rows without five of the burst. */
const halfOf = (change: (row: Row) => Row): Row[] =>
  changed((row, index) => (index > 4 && index < 10 ? undefined : change(row)));

const retryAfter = (text: string) => refusals((row) => ({ ...row, retryAfter: text }));
const body = (text: string | null) => refusals((row) => ({ ...row, body: text }));

/** One for each code of a finding; tests/virtual/limits/matrix.test.ts shows which faults lead to it. */
const BROKEN: readonly Case[] = [
  [
    'limit.admits-plan',
    'a lower Limit',
    halfOf((row) => {
      const remaining = row.status === 429 ? {} : { remaining: Math.max(0, (Number(row.remaining) || 0) - 3) };
      return { ...row, limit: 7, ...remaining };
    }),
    /X-RateLimit-Limit is 7/,
  ],
  [
    'limit.admits-plan',
    'refused though its own Remaining says 5',
    halfOf((row) => (row.status === 429 ? { ...row, remaining: 5 } : row)),
    /^refused-with-remaining:/,
  ],
  [
    'limit.admits-plan',
    'half of it, while Remaining had just said otherwise: more refusals than the rules look at one by one',
    changed(
      (row, index) => (index > 26 && index < 60 ? { ...row, status: 429, remaining: 0, retryAfter: '60' } : row),
      60,
    ),
    /^refused-too-early:/,
    SIXTY,
  ],
  [
    'limit.rejects-excess',
    'two too many, and one more half a window later, which is not among those counted',
    [
      ...conforming()
        .slice(0, 10)
        .map((row) => ({ ...row, remaining: 9 })),
      ...[0.15, 0.16].map((at) => list(at, 0)),
      list(30.5, 0, 60, 'half-window'),
    ],
    /^one-too-many:/,
  ],
  [
    'limit.rejects-excess',
    'no limit',
    [...conforming().slice(0, 10), ...Array.from({ length: 20 }, (_, index) => list(0.3 + index / 100, 0))],
    /^too-many-admitted: .*at most 11 in [\d.]+ s; 10 of the plan, and 1 that a refill may add in that time/,
  ],
  [
    'limit.rejects-excess',
    'two buckets side by side, which a timer does not explain',
    [
      list(0, 59, 1, 'calibrate', 60),
      ...Array.from({ length: 78 }, (_, index) => {
        const remaining = 58 - Math.floor(index / 2) + (index % 2);
        return list(0.1 + Math.floor(index / 2) / 1_000, remaining, Math.ceil(60.2 - remaining), 'burst', 60);
      }),
    ],
    /^several-counters:/,
    SIXTY,
  ],
  [
    'limit.status',
    '503 beside 429',
    changed((row, index) => (index > 11 && row.status === 429 ? { ...row, status: 503, body: ERROR } : row)),
    /^refused-without-429:/,
  ],
  ['limit.status', 'no answer', refusals((row) => ({ ...row, status: 0 })), /^dropped-above-limit:/],
  ['limit.error-body', 'no body', body(null), /^refusal-not-error:/],
  ['limit.error-body', 'another status', body('{"code":"a","message":"b","status":503}'), /^refusal-body-status:/],
  ['limit.error-body', 'code a number', body('{"code":1,"message":"b","status":429}'), /^refusal-field-type:/],
  ['limit.headers', 'none', refusals(({ limit: _, remaining: __, reset: ___, ...row }) => row), /6 of 6/],
  [
    'limit.headers',
    'one refusal without Reset',
    changed(({ reset, ...row }) => (row.phase === 'half-window' || reset === undefined ? row : { ...row, reset })),
    /1 of 6/,
  ],
  ['limit.remaining-zero', 'one left', refusals((row) => ({ ...row, remaining: 1 })), /6 of 6/],
  ['limit.retry-after-present', 'none', refusals(({ retryAfter: _, ...row }) => row), /6 of 6/],
  ['limit.retry-after-syntax', 'a fraction', retryAfter('2.993'), /^retry-after-unreadable:/],
  [
    'limit.retry-after-sufficient',
    'a promise kept neither now nor two seconds later',
    [
      ...conforming(180).slice(0, 185),
      ...[list(60.6, 0, 60, 'recovery-retry-after', 180), list(63, 0, 60, 'recovery-reset', 180)].map((row) => ({
        ...row,
        status: 429,
        retryAfter: '1',
      })),
    ],
    /^refused-after-retry-after: .* was over, with a new `Retry-After: 1`; likely cause: each refused request restarts the wait/,
    { perWindow: 180 },
  ],
  [
    'limit.retry-after-unit',
    'milliseconds',
    refusals((row) => ({ ...row, retryAfter: row.phase === 'half-window' ? '29500' : '59600' })),
    /^retry-after-milliseconds:/,
  ],
  ['limit.retry-after-unit', 'a timestamp', retryAfter('1795216920'), /^retry-after-timestamp:/],
  ['limit.retry-after-reasonable', 'a whole window when half of it is over', retryAfter('60'), /Retry-After: 60/],
  [
    'limit.reset-true',
    'passed already',
    refusals((row) => ({ ...row, reset: -30 })),
    /^refusal-reset-in-past: .* \d+ \(23:20:30 UTC\); .*; 429 at \d+\.\d{1,3} \(23:21:00\.\d{1,3} UTC\), at least 30\.\d+ s after Reset$/m,
  ],
  ['limit.reset-true', 'a delta', refusals((row) => ({ ...row, reset: '60' })), /^reset-reads-as-delta:/],
  [
    'limit.reset-true',
    'late',
    changed((row) => ({ ...row, reset: Number(row.reset) + 20 })),
    /^back-before-reset: .* UTC \(\d+\), not earlier; .* UTC, [\d.]+ s earlier/,
  ],
  [
    'limit.reset-true',
    'in milliseconds',
    changed((row) => ({ ...row, reset: String(1_795_216_860_000 + Number(row.reset) * 1_000) })),
    /^back-before-reset-in-unit:/,
  ],
  [
    'limit.reset-true',
    'too early: the end of a grid at which nothing is back',
    [
      ...changed((row) => (row.at > 40 ? undefined : { ...row, reset: 40 })),
      { phase: 'recovery-reset', at: 42, status: 429, limit: 10, remaining: 0, reset: 60, retryAfter: '19' },
      list(62, 9, 122, 'recovery-retry-after'),
    ],
    /^refused-after-reset:/,
  ],
  [
    'limit.reset-true',
    'little of it is back',
    [...changed((row) => (row.at > 40 ? undefined : { ...row, reset: 40 })), list(42, 1, 80, 'recovery-reset')],
    /^missing-after-reset:/,
  ],
  [
    'limit.window-is-a-minute',
    '55 s',
    fiftyFive(list(52.9, 0, 55, 'before-reset', 60)),
    /Reset went from .* to 1795216971/,
    SIXTY,
  ],
  ['limit.window-is-a-minute', '55 s, no request shortly before', fiftyFive(), /^window-too-short:/, SIXTY],
  [
    'limit.window-is-a-minute',
    'longer, as said before',
    [
      ...conforming()
        .slice(0, 15)
        .map((row) => ({ ...row, reset: 300 })),
      { phase: 'recovery-reset', at: 119, status: 429, limit: 10, remaining: 0, reset: 300, retryAfter: '181' },
    ],
    /after the last admitted request/,
  ],
  [
    'limit.refill-rate',
    'twice',
    [
      ...conforming(60)
        .slice(0, 64)
        .map((row) => (row.status === 429 ? { ...row, retryAfter: '1' } : row)),
      list(1.9, 1, 61, 'recovery-retry-after', 60),
      list(15.5, 28, 46, 'half-window', 60),
    ],
    /^refill-too-fast:/,
    SIXTY,
  ],
  [
    'limit.all-operations',
    'one is free',
    replace(is('operations', 'getPet'), { status: 404 }, 60),
    /^operation-not-limited:/,
    SIXTY,
  ],
  [
    'limit.keys-independent',
    'one counter for both',
    [
      list(0, 9, 60, 'calibrate'),
      ...[8, 7, 6, 5].map((remaining, index): Row => {
        const row = list(0.1 + index / 10, remaining, 60, 'second-key');
        return { ...row, key: index % 2 === 0 ? 'free#1' : 'free#2' };
      }),
    ],
    /^keys-share-counter:/,
    { secondKey: 'free#2' },
  ],
  [
    'limit.sustained',
    'half the rate is admitted',
    Array.from({ length: 10 }, (_, index): Row => {
      const row = list(index * 6, 0, 60, 'sustain');
      return { ...row, status: index % 2 === 1 && index > 4 ? 429 : 200 };
    }),
    /paced at the plan's rate/,
  ],
  [
    'limit.daily',
    'twice the day',
    Array.from({ length: 60 }, (_, index) => list(index, 0, 60, 'daily')),
    /^day-quota-exceeded:/,
    { perDay: 20 },
  ],
  [
    'limit.no-server-error',
    '500',
    replace(is('half-window'), { status: 500, body: ERROR }),
    /^server-error-under-load:/,
  ],
];

it.each(BROKEN.map((row) => [row[0], row[1], row] as const))(
  '%s is broken: %s',
  (id, _name, [, , rows, says, more]) => {
    const outcome = judgeLimits(experiment(rows, more)).outcomes[id];
    if (outcome.kind !== 'broken') throw new Error(JSON.stringify(outcome));
    const shown = outcome.findings.map((one) => `${one.code}: ${one.message}; ${one.expected}; ${one.actual}`);
    expect(shown.join('\n')).toMatch(says);
    expect(outcome.findings.filter(({ exchanges }) => exchanges.length === 0)).toEqual([]);
  },
);
