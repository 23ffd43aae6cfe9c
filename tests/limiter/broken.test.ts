import { expect, it } from 'vitest';
import { judgeLimits } from '../../src/limiter/index.ts';
import { type Cases, casesOf, changed, conforming, experiment, list, type Row, refusals } from './exchanges.ts';

const SIXTY = { perWindow: 60 };

/** Windows of 55 s, each from its first request: the next one begins a second after the first has ended. */
const fiftyFive: readonly Row[] = [
  ...conforming(60)
    .slice(0, 65)
    .map((row) => ({ ...row, reset: 55 })),
  list(55.95, 59, 111, 'recovery-retry-after', 60),
  list(57, 58, 111, 'recovery-reset', 60),
];

/** What the faults of tests/virtual/limits/matrix.test.ts do not show: rare codes, boundaries and words. */
const BROKEN: Cases = {
  'limit.admits-plan': [
    [
      'half of it, while Remaining had just said otherwise: more refusals than the rules look at one by one',
      changed(
        (row, index) => (index > 26 && index < 60 ? { ...row, status: 429, remaining: 0, retryAfter: '60' } : row),
        60,
      ),
      /^refused-too-early:/,
      SIXTY,
    ],
  ],
  'limit.rejects-excess': [
    [
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
  ],
  'limit.error-body': [
    [
      'code a number',
      refusals((row) => ({ ...row, body: '{"code":1,"message":"b","status":429}' })),
      /^refusal-field-type:/,
    ],
  ],
  'limit.headers': [
    [
      'one refusal without Reset',
      changed(({ reset, ...row }) => (row.phase === 'half-window' || reset === undefined ? row : { ...row, reset })),
      /1 of 6/,
    ],
  ],
  'limit.retry-after-sufficient': [
    [
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
  ],
  'limit.reset-true': [
    [
      'passed already',
      refusals((row) => ({ ...row, reset: -30 })),
      /^refusal-reset-in-past: .* \d+ \(23:20:30 UTC\); .*; 429 at \d+\.\d{1,3} \(23:21:00\.\d{1,3} UTC\), at least 30\.\d+ s after Reset$/m,
    ],
    [
      'late',
      changed((row) => ({ ...row, reset: Number(row.reset) + 20 })),
      /^back-before-reset: .* UTC \(\d+\), not earlier; .* UTC, [\d.]+ s earlier/,
    ],
    [
      'too early: the end of a grid at which nothing is back',
      [
        ...changed((row) => (row.at > 40 ? undefined : { ...row, reset: 40 })),
        { phase: 'recovery-reset', at: 42, status: 429, limit: 10, remaining: 0, reset: 60, retryAfter: '19' },
        list(62, 9, 122, 'recovery-retry-after'),
      ],
      /^refused-after-reset:/,
    ],
    [
      'little of it is back',
      [...changed((row) => (row.at > 40 ? undefined : { ...row, reset: 40 })), list(42, 1, 80, 'recovery-reset')],
      /^missing-after-reset:/,
    ],
  ],
  'limit.window-is-a-minute': [
    ['55 s, no request shortly before', fiftyFive, /^window-too-short:/, SIXTY],
    [
      'longer, as said before',
      [
        ...conforming()
          .slice(0, 15)
          .map((row) => ({ ...row, reset: 300 })),
        { phase: 'recovery-reset', at: 119, status: 429, limit: 10, remaining: 0, reset: 300, retryAfter: '181' },
      ],
      /after the last admitted request/,
    ],
  ],
  'limit.sustained': [
    [
      'half the rate is admitted',
      Array.from({ length: 10 }, (_, index): Row => {
        const row = list(index * 6, 0, 60, 'sustain');
        return { ...row, status: index % 2 === 1 && index > 4 ? 429 : 200 };
      }),
      /paced at the plan's rate/,
    ],
  ],
  'limit.daily': [
    [
      'twice the day',
      Array.from({ length: 60 }, (_, index) => list(index, 0, 60, 'daily')),
      /^day-quota-exceeded:/,
      { perDay: 20 },
    ],
  ],
};

it.each(casesOf(BROKEN))('%s is broken: %s', (id, _name, { rows, says, more }) => {
  const outcome = judgeLimits(experiment(rows, more)).outcomes[id];
  if (outcome.kind !== 'broken') throw new Error(JSON.stringify(outcome));
  const shown = outcome.findings.map((one) => `${one.code}: ${one.message}; ${one.expected}; ${one.actual}`);
  expect(shown.join('\n')).toMatch(says);
  expect(outcome.findings.filter(({ exchanges }) => exchanges.length === 0)).toEqual([]);
});
