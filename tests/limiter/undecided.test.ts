import { describe, expect, it } from 'vitest';
import { judgeLimits, LIMIT_REQUIREMENTS } from '../../src/limiter/index.ts';
import {
  type Cases,
  casesOf,
  changed,
  conforming,
  experiment,
  is,
  list,
  type Row,
  refusals,
  replace,
  secondBetween,
} from './exchanges.ts';

const SIXTY = { perWindow: 60 };

const UNDECIDED: Cases = {
  'limit.admits-plan': [
    [
      'one too few: another client may have used it',
      changed((row) => (row.remaining === 0 && row.status !== 429 ? undefined : row)),
      /another client may have used the key/,
    ],
    [
      'one too few on a fresh key without refill: another client may have come just then',
      changed((row) => (row.remaining === 0 && row.status !== 429 ? undefined : row), 60),
      /1 request of another client/,
      SIXTY,
    ],
    [
      'Remaining skips the requests of another client',
      changed((row, index) => (index === 4 || index === 5 ? undefined : row)),
      /Remaining skipped 2/,
    ],
    [
      'some got a 500',
      changed((row, index) => (index > 2 && index < 7 ? { ...row, status: 500 } : row)),
      /^4 of the 10 requests got a 5xx/,
    ],
    [
      'the last admitted request is unanswered',
      changed((row) => (row.remaining === 0 && row.status !== 429 ? { ...row, status: 0 } : row)),
      /1 without a response/,
    ],
    [
      'key of another plan',
      conforming()
        .slice(0, 6)
        .concat(conforming().slice(10))
        .map((row) => ({ ...row, limit: 5 })),
      /plan tiny/,
    ],
    [
      'a window edge in the burst',
      changed((row, index) => ({ ...row, at: row.at + 59.85, reset: index > 4 ? 120 : 60 })),
      /window may have ended/,
    ],
    [
      'the day limit refuses',
      conforming()
        .slice(0, 5)
        .concat(conforming().slice(10, 15))
        .map((row) =>
          row.status === 429 ? { ...row, limit: 1_000, remaining: 0, reset: 40_000, retryAfter: '40000' } : row,
        ),
      /daily limit/,
    ],
  ],
  'limit.keys-independent': [
    [
      'one counter for both keys may have refilled a slot between two refusals',
      secondBetween(0, true),
      /not all four requests/,
      { secondKey: 'free#2', perWindow: 60 },
    ],
  ],
  'limit.rejects-excess': [
    ['nothing refused', conforming().slice(0, 10), /may explain it/],
    ['no response above the limit', refusals((row) => ({ ...row, status: 0 })), /got no response/],
    [
      'a restart in the burst',
      [
        ...conforming().slice(0, 6),
        ...conforming().map((row) => ({ ...row, at: row.at + 0.2, phase: row.phase ?? 'burst' })),
      ].map((row, index) => (index === 6 ? { ...row, phase: 'burst' } : row)),
      /Remaining restarted once/,
    ],
    [
      'a restart while the whole burst is under way',
      [
        ...conforming(6).slice(0, 1),
        ...[5, 3, 3, 4, 4, 2, 2].map((remaining) => ({ ...list(0.1, remaining, 60, 'burst', 6), took: 100 })),
        ...[1, 0].map((remaining) => list(0.3, remaining, 60, 'top-up', 6)),
        ...conforming(6).slice(6),
      ],
      /Remaining restarted once/,
      { perWindow: 6 },
    ],
    [
      'a restart between the burst and the recovery',
      [...conforming().slice(0, 14), ...[9, 8, 7].map((remaining) => list(5, remaining, 60, 'recovery-reset'))],
      /Remaining restarted once/,
    ],
    [
      'key of a larger plan',
      [...conforming().slice(0, 10), ...Array.from({ length: 9 }, (_, index) => list(0.2 + index / 100, 0))].map(
        (row) => ({ ...row, limit: 50 }),
      ),
      /plan pro/,
    ],
  ],
  'limit.status': [
    [
      'a crash just above the limit, then new counters',
      refusals(({ phase = 'burst', at }) => (at < 1 ? { phase, at, status: 0 } : { phase, at, remaining: 9 })),
      /a crash of the service/,
    ],
    [
      'a restart in the burst that lost responses, then more admitted requests',
      [
        ...conforming().slice(0, 6),
        ...Array.from({ length: 4 }, (_, index): Row => ({ phase: 'burst', at: 0.12 + index / 1_000, status: 0 })),
        ...Array.from({ length: 5 }, (_, index) => list(0.2 + index / 1_000, 9 - index)),
        list(30, 4, 90, 'half-window'),
      ],
      /no 429 received \(0 other errors, 0 without a response\)/,
    ],
    [
      'a crash just above the limit without a restart',
      changed((row) => (row.status === 429 || row.at > 1 ? { ...row, status: 0 } : row)),
      /a crash of the service/,
    ],
    ['a partial ban', changed((row) => (row.phase === 'operations' ? { ...row, status: 403 } : row)), /ban/],
  ],
  'limit.retry-after-sufficient': [
    [
      'one request of another client would explain it',
      [
        ...conforming()
          .slice(0, 14)
          .map((row) => (row.status === 429 ? { ...row, retryAfter: '6' } : row)),
        { phase: 'recovery-retry-after', at: 6.6, status: 429, limit: 10, remaining: 0, reset: 60, retryAfter: '6' },
      ],
      /1 request of another client/,
    ],
    [
      'a lost response',
      [
        ...conforming()
          .slice(0, 14)
          .map((row) => (row.status === 429 ? { ...row, retryAfter: '6' } : row)),
        { at: 2, status: 0 },
        { phase: 'recovery-retry-after', at: 6.6, status: 429, limit: 10, remaining: 0, reset: 60, retryAfter: '6' },
      ],
      /1 other request of this run may explain it/,
    ],
    ['no request after the wait', conforming().slice(0, 15), /no request was admitted/],
  ],
  'limit.reset-true': [
    ['no request after Reset', conforming().slice(0, 15), /had certainly passed/],
    ['another client, too', replace(is('recovery-reset'), { remaining: 5 }), /another client/],
  ],
  'limit.window-is-a-minute': [['nothing after the burst', conforming().slice(0, 14), /Reset could not be confirmed/]],
  'limit.refill-rate': [
    ['never exhausted', conforming().slice(0, 10), /not exhausted/],
    [
      'a window edge half a window later, and a refusal after it',
      [
        ...conforming(60).slice(0, -4),
        list(60.2, 59, 120, 'half-window', 60),
        { phase: 'before-reset', at: 90, status: 429, limit: 60, remaining: 0 },
      ],
      /half a window later Remaining 59: a window edge, or refill/,
      { perWindow: 60 },
    ],
  ],
  'limit.all-operations': [
    ['skipped', changed((row) => (row.phase === 'operations' ? undefined : row)), /no other operation/],
    ['unanswered', replace(is('operations', 'getPet'), { status: 0 }), /not shown for getPet \(status 0;/],
  ],
  'limit.no-server-error': [
    [
      'three responses of a balancer',
      changed((row, index) => (index < 3 ? { ...row, status: 503, type: 'text/html', body: '<h1>' } : row)),
      /gateway/,
    ],
  ],
  'limit.retry-after-unit': [
    [
      'longer than a window, and no admission follows',
      conforming()
        .slice(0, 15)
        .map((row) => (row.status === 429 ? { ...row, retryAfter: '100' } : row)),
      /longer than a window/,
    ],
  ],
};

/** What is missing comes back evenly, and Reset says when all of it is there. */
const whenFull = (at: number, remaining: number): Row => list(at, remaining, Math.ceil(60.2 - remaining), 'burst', 60);
const sixty = (rows: number, change: (row: Row) => Row = (row) => row): Row[] =>
  conforming(60).slice(0, rows).map(change);
const refused = (row: Row, change: Partial<Row>): Row => (row.status === 429 ? { ...row, ...change } : row);

/** What cells, steps and timers of legal limiters look like. */
const TIMERS: Cases = {
  'limit.rejects-excess': [
    [
      'a timer that fills a bucket may go off within the burst',
      [
        list(0, 59, 1, 'calibrate', 60),
        ...Array.from({ length: 59 }, (_, index) => whenFull(0.1 + index / 1_000, 58 - index)),
        ...Array.from({ length: 5 }, (_, index) => whenFull(0.16 + index / 1_000, 4 - index)),
      ],
      /excess-or-refill/,
    ],
  ],
  'limit.refill-rate': [
    [
      'one list cannot distinguish a fast refill from a step of a timer',
      [...sixty(64), list(15.5, 28, 46, 'half-window', 60)],
      /refill-range-too-wide/,
    ],
  ],
  'limit.window-is-a-minute': [
    [
      'steps of half the limit',
      [...sixty(64, (row) => refused(row, { retryAfter: '2', reset: 31 })), list(31.5, 59, 61, 'half-window', 60)],
      /./,
    ],
    [
      'a timer that brings 57 every 57 s',
      [
        ...sixty(65, (row) => ({ ...row, reset: 57 })),
        { ...list(55, 0, 57, 'before-reset', 60), status: 429, retryAfter: '2' },
        list(57.1, 56, 114, 'recovery-retry-after', 60),
        list(59, 55, 114, 'recovery-reset', 60),
      ],
      /./,
    ],
    [
      'steps, and a wait until all is back',
      [
        ...sixty(64, (row) => refused(row, { retryAfter: '51', reset: 51 })),
        list(32, 34, 63, 'half-window', 60),
        list(51.5, 58, 63, 'recovery-retry-after', 60),
      ],
      /./,
    ],
    [
      'small cells, and a list shortly before Reset',
      [
        ...sixty(65, (row) => refused({ ...row, reset: 62 }, { retryAfter: String(62 - Math.floor(row.at)) })),
        list(59.5, 20, 119, 'before-reset', 60),
      ],
      /./,
    ],
  ],
  'limit.reset-true': [
    [
      'a whole limit long after Reset does not show when it came back',
      changed((row) => (row.at > 58 ? { ...row, at: row.at + 18, reset: 141 } : { ...row, reset: 60 }), 60),
      /back-at-unknown-moment/,
    ],
  ],
  'limit.rejects-count': [
    [
      'refused after the stated wait',
      replace(is('recovery-retry-after'), { status: 429, retryAfter: '5' }),
      /wait-not-kept/,
    ],
  ],
  'limit.retry-after-unit': [
    [
      'an hour is not a wait in milliseconds',
      refusals((row) => ({ ...row, retryAfter: '3600' })),
      /retry-after-unit-unknown/,
      { perWindow: 10 },
    ],
  ],
};

describe('inconclusive, with the missing evidence', () => {
  it.each(casesOf(UNDECIDED))('%s: %s', (id, _name, { rows, says, more }) => {
    const outcome = judgeLimits(experiment(rows, more)).outcomes[id];
    expect(outcome).toMatchObject(
      'otherCause' in outcome
        ? { kind: 'broken', otherCause: { reason: expect.stringMatching(says) } }
        : { kind: 'undecided', reason: expect.stringMatching(says) },
    );
  });

  it.each(casesOf(TIMERS))('%s: %s', (id, _name, { rows, says, more = SIXTY }) => {
    const outcome = judgeLimits(experiment(rows, more)).outcomes[id];
    expect(outcome).toMatchObject({ kind: 'undecided', code: expect.stringMatching(says) });
  });

  it.each([
    ['nothing is recorded', experiment([])],
    ['the journal is incomplete', experiment(conforming(), { complete: false })],
    ['only the calibration is recorded', experiment(conforming().slice(0, 1))],
    ['there is no response', experiment(conforming().map((row) => ({ ...row, status: 0 })))],
  ])('no requirement passes or fails if %s', (_name, recorded) => {
    const { outcomes } = judgeLimits(recorded);
    const passed = LIMIT_REQUIREMENTS.filter((id) => outcomes[id].kind === 'holds' || outcomes[id].kind === 'broken');
    expect(passed).toEqual([]);
  });
});
