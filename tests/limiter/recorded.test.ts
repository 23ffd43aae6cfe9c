import { expect, it } from 'vitest';
import { type Experiment, LIMIT_REQUIREMENTS, type LimitRequirementId } from '../../src/limiter/experiment.ts';
import { judgeLimits } from '../../src/limiter/judge.ts';
import type { Outcome } from '../../src/rules/outcome.ts';
import { expectLines, goldenIn } from '../golden.ts';
import {
  changed,
  conforming,
  experiment,
  is,
  list,
  MINUTE,
  type Row,
  refusals,
  replace,
  secondBetween,
} from './exchanges.ts';

const golden = goldenIn(import.meta.dirname);

/** Experiments with a limit of 10 and of 60. */
const ten = (...rows: readonly Row[]) => experiment(rows);
const sixty = (...rows: readonly Row[]) => experiment(rows, { perWindow: 60 });
const twoKeys = (...rows: readonly Row[]) => experiment(rows, { secondKey: 'free#2', perWindow: 60 });

const repeat = (count: number, row: (index: number) => Row): Row[] => Array.from({ length: count }, (_, i) => row(i));
/** The first rows of a conforming experiment. */
const first = (rows: number, change: (row: Row) => Row = (row) => row, limit = 10): Row[] =>
  conforming(limit).slice(0, rows).map(change);
const first60 = (rows: number, change?: (row: Row) => Row) => first(rows, change, 60);
const refusedWith =
  (change: Partial<Row>) =>
  (row: Row): Row =>
    row.status === 429 ? { ...row, ...change } : row;
const refusal = (phase: string, at: number, retryAfter: string, reset = 60, limit = 10): Row => ({
  ...list(at, 0, reset, phase, limit),
  status: 429,
  retryAfter,
});

const IN_SIX_SECONDS = new Date(MINUTE + 6_000).toUTCString();

const lastAdmitted = ({ remaining, status }: Row) => remaining === 0 && status !== 429;
const withoutLast = (row: Row) => (lastAdmitted(row) ? undefined : row);
const endsAt40 = changed((row) => (row.at > 40 ? undefined : { ...row, reset: 40 }));
const balancer = { status: 503, type: 'text/html', body: '<h1>' };

/** The experiment of one minute, and the paced part, which calibrates again. */
const paced = (refuses: (index: number) => boolean, left = (index: number) => 8 - (index % 9)): Experiment =>
  ten(
    ...conforming(),
    { phase: 'calibrate', at: 130, limit: 10, remaining: 9, reset: 190 },
    ...repeat(19, (index) => {
      const row = list(136.1 + index * 6.05, left(index), 190, 'sustain');
      return refuses(index) ? { ...row, status: 429, remaining: 0, retryAfter: '10' } : row;
    }),
  );

/** A day of 20 requests, and the seconds between two of them. */
const DAY = { limit: 20, remaining: 0, reset: 80_000 };
const PACE = 6;
const day = (admitted: number, row: Partial<Row> = {}, ...last: readonly Partial<Row>[]): Experiment => {
  const at = admitted * PACE;
  const rows = repeat(admitted, (index) => ({ ...list(index * PACE, 5, 60, 'daily'), ...row }));
  const rest = last.map((one): Row => ({ ...list(at, 0, 60, 'daily'), status: 429, ...one }));
  return experiment([...rows, ...rest], { perDay: 20 });
};

type Cases = Readonly<Record<string, Experiment>>;

/** Recorded experiments, but for what the faults and variants of tests/virtual/limits/matrix.test.ts show. */
const RECORDED: Readonly<Partial<Record<LimitRequirementId, Cases>>> = {
  'limit.admits-plan': {
    'half of it, while Remaining had just said otherwise: more refusals than the rules look at one by one': sixty(
      ...changed(
        (row, index) => (index > 26 && index < 60 ? { ...row, ...refusal('burst', row.at, '60') } : row),
        60,
      ).map((row) => ({ ...row, limit: 60 })),
    ),
    'one too few: another client may have used it': ten(...changed(withoutLast)),
    'one too few on a fresh key without refill: another client may have come just then': sixty(
      ...changed(withoutLast, 60),
    ),
    'the last admitted request is unanswered': ten(...replace(lastAdmitted, { status: 0 })),
    'key of another plan': ten(
      ...conforming()
        .toSpliced(6, 4)
        .map((row) => ({ ...row, limit: 5 })),
    ),
    'the day limit refuses': ten(
      ...first(15, refusedWith({ limit: 1_000, remaining: 0, reset: 40_000, retryAfter: '40000' })).toSpliced(5, 5),
    ),
  },
  'limit.rejects-excess': {
    'two too many, and one more half a window later, which is not among those counted': ten(
      ...first(10, (row) => ({ ...row, remaining: 9 })),
      ...[0.15, 0.16].map((at) => list(at, 0)),
      list(30.5, 0, 60, 'half-window'),
    ),
    'as many as a larger plan has': ten(...repeat(51, (index) => list(0.1 + index / 1_000, 0))),
    'a restart in the burst': ten(
      ...first(6),
      ...changed((row, index) => ({
        ...row,
        at: row.at + 0.2,
        phase: index === 0 ? 'burst' : (row.phase ?? 'burst'),
      })),
    ),
    'a restart between the burst and the recovery': ten(
      ...first(14),
      ...[9, 8, 7].map((remaining) => list(5, remaining, 60, 'recovery-reset')),
    ),
    'key of a larger plan': ten(
      ...[...first(10), ...repeat(9, (index) => list(0.2 + index / 100, 0))].map((row) => ({ ...row, limit: 50 })),
    ),
  },
  'limit.error-body': {
    'code a number': ten(...refusals((row) => ({ ...row, body: '{"code":1,"message":"b","status":429}' }))),
  },
  'limit.retry-after-sufficient': {
    'a date, tested more than 2 s later: the service renews its Date late': ten(
      ...refusals((row) => ({ ...row, retryAfter: new Date(MINUTE + 57_000).toUTCString() })),
    ),
    'a promise not kept, and the second refusal has no Retry-After': experiment(
      [...conforming(180).slice(0, 185), { ...list(63, 0, 60, 'recovery-reset', 180), status: 429 }],
      { perWindow: 180 },
    ),
    'a date, and the clock of the limiter may be slow': ten(
      ...first(14, refusedWith({ retryAfter: IN_SIX_SECONDS })),
      refusal('recovery-retry-after', 7.5, IN_SIX_SECONDS),
    ),
    'a lost response': ten(
      ...first(14, refusedWith({ retryAfter: '6' })),
      { at: 2, status: 0 },
      refusal('recovery-retry-after', 6.6, '6'),
    ),
  },
  'limit.reset-true': {
    'too early: the end of a grid at which nothing is back': ten(
      ...endsAt40,
      refusal('recovery-reset', 42, '19'),
      list(62, 9, 122, 'recovery-retry-after'),
    ),
    'little of it is back': ten(...endsAt40, list(42, 1, 80, 'recovery-reset')),
    'a weighted counter, exhausted early in its window': sixty(
      ...first60(65, (row) => ({ ...row, reset: 56 })),
      list(57.2, 0, 116, 'recovery-retry-after', 60),
    ),
    'cells, and the oldest one has left with all of the burst': sixty(
      ...first60(65, (row) => ({ ...row, reset: 56 })),
      list(57.2, 59, 116, 'recovery-retry-after', 60),
    ),
    'a sliding window that another client uses, too': sixty(
      ...first60(65, (row) => (Number(row.remaining) < 50 ? { ...row, at: row.at + 6 } : row)),
      list(64, 2, 122, 'recovery-reset', 60),
    ),
    'no request after Reset': ten(...first(15)),
    'no Remaining after Reset': ten(...changed((row) => (row.at > 60 ? { ...row, remaining: 'some' } : row))),
    'another client, too': ten(...replace(is('recovery-reset'), { remaining: 5 })),
    'a refill, and half a window later a Reset after the limit is complete': sixty(
      ...first60(64, refusedWith({ retryAfter: '1' })),
      list(30.5, 29, 80, 'half-window', 60),
      list(62, 58, 63, 'recovery-reset', 60),
    ),
    'a whole limit long after Reset does not show when it came back': sixty(
      ...changed((row) => (row.at > 58 ? { ...row, at: row.at + 18, reset: 141 } : { ...row, reset: 60 }), 60),
    ),
  },
  'limit.sustained': {
    'one request of another client': paced((index) => index === 9),
    'Remaining is 8, then 5, then 0, and two of the 8 were requests of the experiment': paced(
      (index) => index >= 3 && index < 9,
      (index) => [8, 5][index] ?? 0,
    ),
    'each fifth request got a 500': ten(
      ...conforming(),
      list(130, 9, 190, 'calibrate'),
      ...repeat(19, (index) => ({
        ...list(136.1 + index * 6.05, 8, 190, 'sustain'),
        status: index % 5 === 0 ? 500 : 200,
      })),
    ),
    '4 paced requests': ten(...repeat(4, (index) => list(index * 6, 5, 60, 'sustain'))),
  },
  'limit.daily': {
    'refusals of the minute for two windows': day(20, {}, {}, { at: 250 }),
    'a refusal of the minute': day(20, {}, {}),
    'used before': day(12, {}, DAY),
    'refills meanwhile': day(21, {}, DAY),
    'more, in which a day may have ended': day(30, {}, DAY),
    'more than a day of one Reset': day(28, DAY),
    'more without Reset': day(28, { ...DAY, reset: 'soon' }),
    'more than two days': day(60),
    'an incomplete journal': { ...day(20, {}, DAY), complete: false },
  },
  'limit.keys-independent': {
    'one counter for both keys may have refilled a slot between two refusals': twoKeys(...secondBetween(0, true)),
    'the second key has a Remaining that is too high for a refill between two refusals': twoKeys(
      ...secondBetween(57, true),
    ),
    'the second key is admitted between two refusals without refill': twoKeys(...secondBetween(0, false)),
    'the second key is refused with Remaining 3 when the first one is exhausted': twoKeys(
      ...[58, 59, 57, 58].map(
        (left, index): Row => ({
          ...list(index / 100, left, 60, 'second-key'),
          ...(index % 2 === 1 && { key: 'free#2' }),
        }),
      ),
      ...secondBetween(3, false).map((row) => (row.key === undefined ? row : { ...row, status: 429 })),
    ),
  },
  'limit.status': {
    'a crash just above the limit, then new counters': ten(
      ...refusals(({ phase = 'burst', at }) => (at < 1 ? { phase, at, status: 0 } : { phase, at, remaining: 9 })),
    ),
    'a restart in the burst that lost responses, then more admitted requests': ten(
      ...first(6),
      ...repeat(4, (index) => ({ phase: 'burst', at: 0.12 + index / 1_000, status: 0 })),
      ...repeat(5, (index) => list(0.2 + index / 1_000, 9 - index)),
      list(30, 4, 90, 'half-window'),
    ),
    'one response of a balancer': ten(
      ...changed((row) => (is('half-window')(row) ? { phase: 'half-window', at: row.at, ...balancer } : row)),
    ),
    'one other status with Remaining': ten(...replace(is('half-window'), { status: 503 })),
    'a partial ban': ten(...replace(({ phase }) => phase === 'operations', { status: 403 })),
  },
  'limit.refill-rate': {
    'a window edge half a window later, and a refusal after it': sixty(
      ...first60(64),
      list(60.2, 59, 120, 'half-window', 60),
      { phase: 'before-reset', at: 90, status: 429, limit: 60, remaining: 0 },
    ),
  },
  'limit.retry-after-unit': {
    'two windows, which is generous': ten(...refusals((row) => (row.at < 1 ? { ...row, retryAfter: '125' } : row))),
  },
};

function described(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'broken': {
      expect(outcome.findings.filter(({ exchanges }) => exchanges.length === 0)).toEqual([]);
      const why = outcome.findings.map((one) => `${one.code}: ${one.message}; ${one.expected}; ${one.actual}`);
      return `broken, ${[...why, `other cause: ${outcome.otherCause?.reason ?? 'none'}`].join('; ')}`;
    }
    case 'undecided':
    case 'not-applicable':
      return `${outcome.kind} (${outcome.code}): ${outcome.reason}`;
    case 'observed':
      return `observed: ${JSON.stringify(outcome.value)}`;
    case 'holds':
      return `holds for ${outcome.subjects}`;
  }
}

it('says what is broken or missing, with the evidence', async () => {
  const outcomes = Object.entries(RECORDED).flatMap(([id, cases]) =>
    Object.entries(cases).map(
      ([name, recorded]) => [`${id}, ${name}`, judgeLimits(recorded).outcomes[id as LimitRequirementId]] as const,
    ),
  );
  await expectLines(golden('recorded.txt'), Object.fromEntries(outcomes), described);
});

const create = { operation: 'createPet', status: 400 };
const get = { operation: 'getPet', status: 404 };
const crash = { ...get, status: 500 };
const drawing = (...operations: readonly Partial<Row>[]) =>
  sixty(
    list(0, 59, 60, 'calibrate', 60),
    ...operations.map((row, index) => ({ ...list(0.1 + index / 10, 58 - index, 60, 'each-operation', 60), ...row })),
  );

it('says what each operation draws before the burst', async () => {
  const cases = {
    'one each': drawing(create, create, get, get),
    'one each, and one got a 500': drawing(create, create, get, crash),
    'each get got a 500': drawing(create, create, crash, crash),
    'nothing was sent': drawing(),
    'Remaining rose': drawing(create, { ...create, remaining: 61 }, get, get),
  };
  await expectLines(golden('draws.txt'), cases, (recorded) => described(judgeLimits(recorded).draws));
});

/** The burst takes six seconds, and nothing that depends on its duration tells the algorithm. */
const slow = (change: (row: Row) => Row) =>
  sixty(
    ...changed((row) => {
      if (row.at > 0 && row.at < 0.2) return change({ ...row, at: 0.1 + (row.at - 0.1) * 100 });
      return change(row.at < 1 && row.at > 0 ? { ...row, at: row.at + 6 } : row);
    }, 60),
  );
const later = (row: Row): Row => {
  const moved = row.at > 6 && row.at < 8 ? 120 : Number(row.reset) + 2;
  return { ...row, reset: moved };
};
const between = [58, 57, 59, 59].map((remaining, index) => ({
  ...list(0.1 + index / 10, remaining, 60, 'each-operation', 60),
  ...get,
}));

it('describes an experiment in numbers', async () => {
  const cases = {
    conforming: ten(...conforming()),
    'refusals send a different Reset, and the complete quota came back at once': slow(later),
    'refusals send a different Reset, and nothing was admitted after the burst': slow((row) =>
      row.at > 50 ? { ...later(row), status: 429, remaining: 0 } : later(row),
    ),
    'Reset is wrong, and refusals move it': sixty(
      ...changed((row) => ({ ...row, reset: Math.floor(row.at) + 60 }), 60),
    ),
    'Resets are multiples of the window by chance': slow((row) => row),
    'a get whose Remaining did not fall': sixty(
      list(0, 59, 60, 'calibrate', 60),
      ...between,
      ...[56, 55, 54].map((remaining, index) => list(0.5 + index / 10, remaining, 60, 'burst', 60)),
    ),
  };
  await expectLines(golden('numbers.txt'), cases, (recorded) => JSON.stringify(judgeLimits(recorded).numbers));
});

it('longer runs do not change the verdicts of the minute', () => {
  const { outcomes } = judgeLimits(paced(() => false));
  const alone = judgeLimits(ten(...conforming())).outcomes;
  for (const id of LIMIT_REQUIREMENTS)
    expect([id, outcomes[id].kind]).toEqual([id, id === 'limit.sustained' ? 'holds' : alone[id].kind]);
});

it('judges exchanges in any order, read one by one', () => {
  const { exchanges, ...terms } = ten(...conforming());
  function* oneByOne() {
    yield* exchanges.toReversed();
  }
  expect(judgeLimits({ ...terms, exchanges: oneByOne() })).toEqual(judgeLimits({ ...terms, exchanges }));
});

it.each([
  ['the journal is incomplete', { ...ten(...conforming()), complete: false }],
  ['there is no response', ten(...replace(() => true, { status: 0 }))],
])('no requirement passes or fails if %s', (_name, recorded) => {
  const { outcomes } = judgeLimits(recorded);
  const passed = LIMIT_REQUIREMENTS.filter((id) => outcomes[id].kind === 'holds' || outcomes[id].kind === 'broken');
  expect(passed).toEqual([]);
});
