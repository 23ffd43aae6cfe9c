import { describe, expect, it } from 'vitest';
import { judgeLimits, LIMIT_REQUIREMENTS, type LimitRequirementId } from '../../src/limiter/index.ts';
import { changed, conforming, ERROR, experiment, is, list, type Row, refusals, replace } from './exchanges.ts';
import { type Cases, REFUSALS } from './refusal-cases.ts';

const OBSERVED: readonly LimitRequirementId[] = ['limit.algorithm', 'limit.rejects-count', 'limit.ban'];

/** Windows of 55 s, each from its first request: the next one begins a second after the first has ended. */
const fiftyFive = (...before: readonly Row[]): Row[] => [
  ...conforming(60)
    .slice(0, 65)
    .map((row) => ({ ...row, reset: 55 })),
  ...before.map((row) => ({ ...row, status: 429, retryAfter: '3' })),
  list(55.95, 59, 111, 'recovery-retry-after', 60),
  list(57, 58, 111, 'recovery-reset', 60),
];

const BROKEN: Cases = {
  'limit.admits-plan': [
    [
      'a lower Limit',
      changed((row, index) =>
        index > 4 && index < 10
          ? undefined
          : {
              ...row,
              limit: 7,
              ...(row.status === 429 ? {} : { remaining: Math.max(0, (Number(row.remaining) || 0) - 3) }),
            },
      ),
      /X-RateLimit-Limit is 7/,
    ],
    [
      'refused though its own Remaining says 5',
      changed((row, index) =>
        index > 4 && index < 10 ? undefined : row.status === 429 ? { ...row, remaining: 5 } : row,
      ),
      /^refused-with-remaining:/,
    ],
    [
      'half of it, while Remaining had just said otherwise',
      changed((row, index) => (index > 4 && index < 10 ? undefined : row)),
      /^refused-too-early:/,
    ],
  ],
  'limit.rejects-excess': [
    [
      'one too many, and nothing comes back by half a window',
      [...conforming(60).slice(0, 60), list(0.2, 0, 60, 'burst', 60), ...conforming(60).slice(60)],
      /^one-too-many:/,
      { perWindow: 60 },
    ],
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
      'no limit',
      [...conforming().slice(0, 10), ...Array.from({ length: 20 }, (_, index) => list(0.3 + index / 100, 0))],
      /^too-many-admitted:/,
    ],
    [
      'two counters',
      [
        ...conforming(60).slice(0, 60),
        ...conforming(60)
          .slice(0, 60)
          .map((row) => ({ ...row, phase: 'burst', at: row.at + 0.0005 })),
      ],
      /^several-counters:/,
      { perWindow: 60 },
    ],
  ],
  ...REFUSALS,
  'limit.retry-after-sufficient': [
    [
      'floored',
      [
        ...conforming().slice(0, 15),
        { phase: 'recovery-retry-after', at: 59.6, status: 429, limit: 10, remaining: 0, reset: 60, retryAfter: '0' },
        list(62, 9, 122, 'recovery-reset'),
      ].map((row) => (row.phase === 'half-window' ? { ...row, retryAfter: '29' } : row)),
      /^refused-after-retry-after:/,
    ],
    ['0', refusals((row) => ({ ...row, retryAfter: '0' })), /^refused-after-retry-after:/],
    ['1, all through half a window', refusals((row) => ({ ...row, retryAfter: '1' })), /^refused-after-retry-after:/],
  ],
  'limit.retry-after-unit': [
    [
      'milliseconds',
      refusals((row) => ({ ...row, retryAfter: row.phase === 'half-window' ? '29500' : '59600' })),
      /^retry-after-milliseconds:/,
    ],
    ['a timestamp', refusals((row) => ({ ...row, retryAfter: '1795216920' })), /^retry-after-timestamp:/],
  ],
  'limit.reset-true': [
    ['passed already', refusals((row) => ({ ...row, reset: -30 })), /^refusal-reset-in-past:/],
    ['a delta', refusals((row) => ({ ...row, reset: '60' })), /^reset-reads-as-delta:/],
    ['too late', changed((row) => ({ ...row, reset: Number(row.reset) + 20 })), /^back-before-reset:/],
    [
      'in milliseconds',
      changed((row) => ({ ...row, reset: String(1_795_216_860_000 + Number(row.reset) * 1_000) })),
      /^back-before-reset-in-unit:/,
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
    [
      'the next window opens before the moment that every refusal named',
      [
        ...conforming().slice(0, 15),
        list(57.9, 9, 118, 'before-reset'),
        list(60.6, 8, 118, 'recovery-retry-after'),
        list(62, 7, 118, 'recovery-reset'),
      ],
      /^back-before-reset: .* at 23:22:00 UTC \(Reset 1795216920\), not earlier; .* at 23:21:58 UTC, 1.98 s earlier/,
    ],
  ],
  'limit.window-is-a-minute': [
    [
      'half of it',
      [
        ...changed((row) => (row.at > 30 ? undefined : { ...row, reset: 30 }), 60),
        list(32, 59, 62, 'recovery-retry-after', 60),
        list(33, 58, 62, 'recovery-reset', 60),
      ],
      /Reset went from/,
      { perWindow: 60 },
    ],
    [
      '55 s of it',
      fiftyFive(list(52.9, 0, 55, 'before-reset', 60)),
      /Reset went from .* to 1795216971/,
      { perWindow: 60 },
    ],
    ['55 s of it, with nothing sent shortly before', fiftyFive(), /^window-too-short:/, { perWindow: 60 }],
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
  'limit.refill-rate': [
    [
      'twice',
      [
        ...conforming(60)
          .slice(0, 64)
          .map((row) => (row.status === 429 ? { ...row, retryAfter: '1' } : row)),
        list(1.9, 1, 61, 'recovery-retry-after', 60),
        list(15.5, 28, 46, 'half-window', 60),
      ],
      /^refill-too-fast:/,
      { perWindow: 60 },
    ],
  ],
  'limit.all-operations': [
    [
      'both are served by counters of their own',
      changed(
        (row) =>
          row.phase === 'operations'
            ? { ...row, status: row.operation === 'createPet' ? 400 : 404, remaining: 59 }
            : row,
        60,
      ),
      /^operation-not-limited:/,
      { perWindow: 60 },
    ],
    [
      'one is not limited',
      replace(is('operations', 'getPet'), { status: 404 }, 60),
      /^operation-not-limited:/,
      { perWindow: 60 },
    ],
  ],
  'limit.keys-independent': [
    [
      'one counter for both',
      [
        list(0, 9, 60, 'calibrate'),
        ...[8, 7, 6, 5].map(
          (remaining, index): Row => ({
            ...list(0.1 + index / 10, remaining, 60, 'second-key'),
            key: index % 2 === 0 ? 'free#1' : 'free#2',
          }),
        ),
      ],
      /^keys-share-counter:/,
      { secondKey: 'free#2' },
    ],
  ],
  'limit.retry-after-reasonable': [
    ['twice a window', refusals((row) => ({ ...row, retryAfter: '120' })), /Retry-After: 120/],
  ],
  'limit.sustained': [
    [
      'half the rate is admitted',
      Array.from(
        { length: 10 },
        (_, index): Row => ({ ...list(index * 6, 0, 60, 'sustain'), status: index % 2 === 1 && index > 4 ? 429 : 200 }),
      ),
      /paced at the plan's rate/,
    ],
  ],
  'limit.daily': [
    [
      'twice the day',
      Array.from({ length: 60 }, (_, index) => ({ ...list(index, 0, 60, 'daily') })),
      /^day-quota-exceeded:/,
      { perDay: 20 },
    ],
  ],
  'limit.no-server-error': [
    ['500', replace(is('half-window'), { status: 500, body: ERROR }), /^server-error-under-load:/],
  ],
};

for (const id of LIMIT_REQUIREMENTS.filter((one) => !OBSERVED.includes(one))) {
  describe(`${id} is broken`, () => {
    const cases = BROKEN[id] ?? [];
    it('has a row', () => expect(cases.length).toBeGreaterThan(0));
    for (const [name, rows, says, more] of cases) {
      it(name, () => {
        const outcome = judgeLimits(experiment(rows, more)).outcomes[id];
        expect(outcome).toMatchObject({ kind: 'broken' });
        if (outcome.kind !== 'broken') return;
        const shown = outcome.findings
          .map((one) => `${one.code}: ${one.message}; ${one.expected}; ${one.actual}`)
          .join('\n');
        expect(shown).toMatch(says);
        for (const { exchanges, actual, expected } of outcome.findings)
          expect({ shown: exchanges.length > 0, actual, expected }).not.toMatchObject({ shown: false });
      });
    }
  });
}
