import { expect, it } from 'vitest';
import { type Experiment, judgeLimits, LIMIT_REQUIREMENTS, type LimitRequirementId } from '../../src/limiter/index.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { changed, conforming, experiment, is, list, type Row, refusals, replace, secondBetween } from './exchanges.ts';

const SIXTY = { perWindow: 60 };

/** What is missing comes back evenly, and Reset says when all of it is there. */
const whenFull = (at: number, remaining: number): Row => list(at, remaining, Math.ceil(60.2 - remaining), 'burst', 60);
const sixty = (rows: number, change: (row: Row) => Row = (row) => row): Row[] =>
  conforming(60).slice(0, rows).map(change);
const refused = (row: Row, change: Partial<Row>): Row => (row.status === 429 ? { ...row, ...change } : row);

/** Windows of 55 s, each from its first request: the next one begins a second after the first has ended. */
const fiftyFive: readonly Row[] = [
  ...sixty(65, (row) => ({ ...row, reset: 55 })),
  list(55.95, 59, 111, 'recovery-retry-after', 60),
  list(57, 58, 111, 'recovery-reset', 60),
];

/** Recorded experiments in which a requirement is broken or undecided, but for what the faults of tests/virtual/limits/matrix.test.ts show. */
const RECORDED: Readonly<Partial<Record<LimitRequirementId, Readonly<Record<string, Experiment>>>>> = {
  'limit.admits-plan': {
    'half of it, while Remaining had just said otherwise: more refusals than the rules look at one by one': experiment(
      changed(
        (row, index) => (index > 26 && index < 60 ? { ...row, status: 429, remaining: 0, retryAfter: '60' } : row),
        60,
      ),
      SIXTY,
    ),
    'one too few: another client may have used it': experiment(
      changed((row) => (row.remaining === 0 && row.status !== 429 ? undefined : row)),
    ),
    'one too few on a fresh key without refill: another client may have come just then': experiment(
      changed((row) => (row.remaining === 0 && row.status !== 429 ? undefined : row), 60),
      SIXTY,
    ),
    'Remaining skips the requests of another client': experiment(
      changed((row, index) => (index === 4 || index === 5 ? undefined : row)),
    ),
    'some got a 500': experiment(changed((row, index) => (index > 2 && index < 7 ? { ...row, status: 500 } : row))),
    'the last admitted request is unanswered': experiment(
      changed((row) => (row.remaining === 0 && row.status !== 429 ? { ...row, status: 0 } : row)),
    ),
    'key of another plan': experiment(
      conforming()
        .slice(0, 6)
        .concat(conforming().slice(10))
        .map((row) => ({ ...row, limit: 5 })),
    ),
    'a window edge in the burst': experiment(
      changed((row, index) => ({ ...row, at: row.at + 59.85, reset: index > 4 ? 120 : 60 })),
    ),
    'the day limit refuses': experiment(
      conforming()
        .slice(0, 5)
        .concat(conforming().slice(10, 15))
        .map((row) =>
          row.status === 429 ? { ...row, limit: 1_000, remaining: 0, reset: 40_000, retryAfter: '40000' } : row,
        ),
    ),
  },
  'limit.rejects-excess': {
    'two too many, and one more half a window later, which is not among those counted': experiment([
      ...conforming()
        .slice(0, 10)
        .map((row) => ({ ...row, remaining: 9 })),
      ...[0.15, 0.16].map((at) => list(at, 0)),
      list(30.5, 0, 60, 'half-window'),
    ]),
    'two buckets side by side, which a timer does not explain': experiment(
      [
        list(0, 59, 1, 'calibrate', 60),
        ...Array.from({ length: 78 }, (_, index) => {
          const remaining = 58 - Math.floor(index / 2) + (index % 2);
          return list(0.1 + Math.floor(index / 2) / 1_000, remaining, Math.ceil(60.2 - remaining), 'burst', 60);
        }),
      ],
      SIXTY,
    ),
    'nothing refused': experiment(conforming().slice(0, 10)),
    'no response above the limit': experiment(refusals((row) => ({ ...row, status: 0 }))),
    'a restart in the burst': experiment(
      [
        ...conforming().slice(0, 6),
        ...conforming().map((row) => ({ ...row, at: row.at + 0.2, phase: row.phase ?? 'burst' })),
      ].map((row, index) => (index === 6 ? { ...row, phase: 'burst' } : row)),
    ),
    'a restart while the whole burst is under way': experiment(
      [
        ...conforming(6).slice(0, 1),
        ...[5, 3, 3, 4, 4, 2, 2].map((remaining) => ({ ...list(0.1, remaining, 60, 'burst', 6), took: 100 })),
        ...[1, 0].map((remaining) => list(0.3, remaining, 60, 'top-up', 6)),
        ...conforming(6).slice(6),
      ],
      { perWindow: 6 },
    ),
    'a restart between the burst and the recovery': experiment([
      ...conforming().slice(0, 14),
      ...[9, 8, 7].map((remaining) => list(5, remaining, 60, 'recovery-reset')),
    ]),
    'key of a larger plan': experiment(
      [...conforming().slice(0, 10), ...Array.from({ length: 9 }, (_, index) => list(0.2 + index / 100, 0))].map(
        (row) => ({ ...row, limit: 50 }),
      ),
    ),
    'a timer that fills a bucket may go off within the burst': experiment(
      [
        list(0, 59, 1, 'calibrate', 60),
        ...Array.from({ length: 59 }, (_, index) => whenFull(0.1 + index / 1_000, 58 - index)),
        ...Array.from({ length: 5 }, (_, index) => whenFull(0.16 + index / 1_000, 4 - index)),
      ],
      SIXTY,
    ),
  },
  'limit.error-body': {
    'code a number': experiment(refusals((row) => ({ ...row, body: '{"code":1,"message":"b","status":429}' }))),
  },
  'limit.headers': {
    'one refusal without Reset': experiment(
      changed(({ reset, ...row }) => (row.phase === 'half-window' || reset === undefined ? row : { ...row, reset })),
    ),
  },
  'limit.retry-after-sufficient': {
    'a promise kept neither now nor two seconds later': experiment(
      [
        ...conforming(180).slice(0, 185),
        ...[list(60.6, 0, 60, 'recovery-retry-after', 180), list(63, 0, 60, 'recovery-reset', 180)].map((row) => ({
          ...row,
          status: 429,
          retryAfter: '1',
        })),
      ],
      { perWindow: 180 },
    ),
    'one request of another client would explain it': experiment([
      ...conforming()
        .slice(0, 14)
        .map((row) => (row.status === 429 ? { ...row, retryAfter: '6' } : row)),
      { phase: 'recovery-retry-after', at: 6.6, status: 429, limit: 10, remaining: 0, reset: 60, retryAfter: '6' },
    ]),
    'a lost response': experiment([
      ...conforming()
        .slice(0, 14)
        .map((row) => (row.status === 429 ? { ...row, retryAfter: '6' } : row)),
      { at: 2, status: 0 },
      { phase: 'recovery-retry-after', at: 6.6, status: 429, limit: 10, remaining: 0, reset: 60, retryAfter: '6' },
    ]),
    'no request after the wait': experiment(conforming().slice(0, 15)),
  },
  'limit.reset-true': {
    'passed already': experiment(refusals((row) => ({ ...row, reset: -30 }))),
    late: experiment(changed((row) => ({ ...row, reset: Number(row.reset) + 20 }))),
    'too early: the end of a grid at which nothing is back': experiment([
      ...changed((row) => (row.at > 40 ? undefined : { ...row, reset: 40 })),
      { phase: 'recovery-reset', at: 42, status: 429, limit: 10, remaining: 0, reset: 60, retryAfter: '19' },
      list(62, 9, 122, 'recovery-retry-after'),
    ]),
    'little of it is back': experiment([
      ...changed((row) => (row.at > 40 ? undefined : { ...row, reset: 40 })),
      list(42, 1, 80, 'recovery-reset'),
    ]),
    'no request after Reset': experiment(conforming().slice(0, 15)),
    'another client, too': experiment(replace(is('recovery-reset'), { remaining: 5 })),
    'a whole limit long after Reset does not show when it came back': experiment(
      changed((row) => (row.at > 58 ? { ...row, at: row.at + 18, reset: 141 } : { ...row, reset: 60 }), 60),
      SIXTY,
    ),
  },
  'limit.window-is-a-minute': {
    '55 s, no request shortly before': experiment(fiftyFive, SIXTY),
    'longer, as said before': experiment([
      ...conforming()
        .slice(0, 15)
        .map((row) => ({ ...row, reset: 300 })),
      { phase: 'recovery-reset', at: 119, status: 429, limit: 10, remaining: 0, reset: 300, retryAfter: '181' },
    ]),
    'nothing after the burst': experiment(conforming().slice(0, 14)),
    'steps of half the limit': experiment(
      [...sixty(64, (row) => refused(row, { retryAfter: '2', reset: 31 })), list(31.5, 59, 61, 'half-window', 60)],
      SIXTY,
    ),
    'a timer that brings 57 every 57 s': experiment(
      [
        ...sixty(65, (row) => ({ ...row, reset: 57 })),
        { ...list(55, 0, 57, 'before-reset', 60), status: 429, retryAfter: '2' },
        list(57.1, 56, 114, 'recovery-retry-after', 60),
        list(59, 55, 114, 'recovery-reset', 60),
      ],
      SIXTY,
    ),
    'steps, and a wait until all is back': experiment(
      [
        ...sixty(64, (row) => refused(row, { retryAfter: '51', reset: 51 })),
        list(32, 34, 63, 'half-window', 60),
        list(51.5, 58, 63, 'recovery-retry-after', 60),
      ],
      SIXTY,
    ),
    'small cells, and a list shortly before Reset': experiment(
      [
        ...sixty(65, (row) => refused({ ...row, reset: 62 }, { retryAfter: String(62 - Math.floor(row.at)) })),
        list(59.5, 20, 119, 'before-reset', 60),
      ],
      SIXTY,
    ),
  },
  'limit.sustained': {
    'half the rate is admitted': experiment(
      Array.from({ length: 10 }, (_, index): Row => {
        const row = list(index * 6, 0, 60, 'sustain');
        return { ...row, status: index % 2 === 1 && index > 4 ? 429 : 200 };
      }),
    ),
  },
  'limit.daily': {
    'twice the day': experiment(
      Array.from({ length: 60 }, (_, index) => list(index, 0, 60, 'daily')),
      { perDay: 20 },
    ),
  },
  'limit.keys-independent': {
    'one counter for both keys may have refilled a slot between two refusals': experiment(secondBetween(0, true), {
      secondKey: 'free#2',
      perWindow: 60,
    }),
    ...Object.fromEntries(
      [0, 3, 57].map((remaining) => [
        `the second key is refused with Remaining ${remaining} when the first one is exhausted`,
        experiment(
          [
            ...[58, 59, 57, 58].map(
              (left, index): Row => ({
                ...list(index / 100, left, 60, 'second-key'),
                ...(index % 2 === 1 && { key: 'free#2' }),
              }),
            ),
            ...secondBetween(remaining, false).map((row) => (row.key === undefined ? row : { ...row, status: 429 })),
          ],
          { secondKey: 'free#2', perWindow: 60 },
        ),
      ]),
    ),
  },
  'limit.status': {
    'a crash just above the limit, then new counters': experiment(
      refusals(({ phase = 'burst', at }) => (at < 1 ? { phase, at, status: 0 } : { phase, at, remaining: 9 })),
    ),
    'a restart in the burst that lost responses, then more admitted requests': experiment([
      ...conforming().slice(0, 6),
      ...Array.from({ length: 4 }, (_, index): Row => ({ phase: 'burst', at: 0.12 + index / 1_000, status: 0 })),
      ...Array.from({ length: 5 }, (_, index) => list(0.2 + index / 1_000, 9 - index)),
      list(30, 4, 90, 'half-window'),
    ]),
    'a crash just above the limit without a restart': experiment(
      changed((row) => (row.status === 429 || row.at > 1 ? { ...row, status: 0 } : row)),
    ),
    'a partial ban': experiment(changed((row) => (row.phase === 'operations' ? { ...row, status: 403 } : row))),
  },
  'limit.refill-rate': {
    'never exhausted': experiment(conforming().slice(0, 10)),
    'a window edge half a window later, and a refusal after it': experiment(
      [
        ...conforming(60).slice(0, -4),
        list(60.2, 59, 120, 'half-window', 60),
        { phase: 'before-reset', at: 90, status: 429, limit: 60, remaining: 0 },
      ],
      SIXTY,
    ),
    'one list cannot distinguish a fast refill from a step of a timer': experiment(
      [...sixty(64), list(15.5, 28, 46, 'half-window', 60)],
      SIXTY,
    ),
  },
  'limit.all-operations': {
    skipped: experiment(changed((row) => (row.phase === 'operations' ? undefined : row))),
    unanswered: experiment(replace(is('operations', 'getPet'), { status: 0 })),
  },
  'limit.no-server-error': {
    'three responses of a balancer': experiment(
      changed((row, index) => (index < 3 ? { ...row, status: 503, type: 'text/html', body: '<h1>' } : row)),
    ),
  },
  'limit.retry-after-unit': {
    'longer than a window, and no admission follows': experiment(
      conforming()
        .slice(0, 15)
        .map((row) => (row.status === 429 ? { ...row, retryAfter: '100' } : row)),
    ),
    'an hour is not a wait in milliseconds': experiment(refusals((row) => ({ ...row, retryAfter: '3600' }))),
  },
  'limit.rejects-count': {
    'refused after the stated wait': experiment(
      replace(is('recovery-retry-after'), { status: 429, retryAfter: '5' }),
      SIXTY,
    ),
  },
};

it('says what is broken or missing, with the evidence', async () => {
  const outcomes = Object.entries(RECORDED).flatMap(([id, cases]) =>
    Object.entries(cases).map(
      ([name, recorded]) => [`${id}, ${name}`, judgeLimits(recorded).outcomes[id as LimitRequirementId]] as const,
    ),
  );
  await expectLines(goldenIn(import.meta.dirname)('recorded.txt'), Object.fromEntries(outcomes), (outcome) => {
    if (outcome.kind === 'undecided') return `undecided (${outcome.code}): ${outcome.reason}`;
    if (outcome.kind !== 'broken') throw new Error(JSON.stringify(outcome));
    expect(outcome.findings.filter(({ exchanges }) => exchanges.length === 0)).toEqual([]);
    const why = outcome.findings.map((one) => `${one.code}: ${one.message}; ${one.expected}; ${one.actual}`);
    return `broken, ${[...why, `other cause: ${outcome.otherCause?.reason ?? 'none'}`].join('; ')}`;
  });
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
