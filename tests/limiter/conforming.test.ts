import { describe, expect, it } from 'vitest';
import { judgeLimits, LIMIT_REQUIREMENTS, type LimitRequirementId } from '../../src/limiter/index.ts';
import { changed, conforming, experiment, is, list, type Row, replace, secondBetween } from './exchanges.ts';

const NOT_REQUESTED: readonly LimitRequirementId[] = [
  'limit.keys-independent',
  'limit.sustained',
  'limit.daily',
  'limit.ban',
];
const OBSERVED: readonly LimitRequirementId[] = ['limit.algorithm', 'limit.rejects-count'];

describe('a conforming service', () => {
  const { outcomes, numbers } = judgeLimits(experiment(conforming()));

  it('passes all that one experiment can prove', () => {
    for (const id of LIMIT_REQUIREMENTS) {
      const expected = NOT_REQUESTED.includes(id) || id === 'limit.refill-rate' ? 'not-applicable' : 'holds';
      expect([id, outcomes[id].kind]).toEqual([id, OBSERVED.includes(id) ? 'observed' : expected]);
    }
  });

  it('gets the same verdicts from exchanges in any order, read one by one', () => {
    const { exchanges, ...terms } = experiment(conforming());
    function* oneByOne() {
      yield* exchanges.toReversed();
    }
    expect(judgeLimits({ ...terms, exchanges: oneByOne() })).toMatchObject({ outcomes, numbers });
  });

  it('passes limit.no-server-error behind a balancer that responds once', () => {
    const one = replace(is('half-window'), { status: 502, type: 'text/html', body: '<h1>' });
    expect(judgeLimits(experiment(one)).outcomes['limit.no-server-error']).toMatchObject({ kind: 'holds' });
  });

  it('passes limit.admits-plan if one response was lost and Remaining shows that its slot was drawn', () => {
    const one = conforming().map((row, index) => (index === 5 ? { ...row, status: 0 } : row));
    expect(judgeLimits(experiment(one)).outcomes['limit.admits-plan']).toMatchObject({ kind: 'holds' });
  });

  it('is described in numbers', () => {
    expect(JSON.parse(JSON.stringify(numbers))).toEqual(numbers);
    expect(numbers).toMatchObject({ sent: 18, admitted: 12, refused: 6, unanswered: 0, limitsSeen: [10] });
    expect(numbers).toMatchObject({ admittedInWindow: 10, admittedWithoutDraw: 0 });
    expect(numbers).toMatchObject({
      remaining: { convention: 'after', missing: 0 },
      retryAfterSeen: ['60', '30', '3'],
    });
    expect(numbers).toMatchObject({
      algorithm: { class: 'not determined' },
      reset: { unit: 'seconds', standsStill: true },
    });
  });
});

it.each([
  ['the complete quota came back at once', (row: Row) => row],
  ['nothing was admitted after the burst', (row: Row) => (row.at > 50 ? { ...row, status: 429, remaining: 0 } : row)],
])('states whose Reset shows the algorithm if refusals send a different Reset: %s', (back, late) => {
  const slow = changed((row) => {
    const moved = { ...row, reset: Number(row.reset) + 2 };
    if (row.at > 0.2 && row.at < 1) return { ...moved, at: row.at + 6, reset: 120 };
    return late(row.at > 0 && row.at < 0.2 ? { ...moved, at: 0.1 + (row.at - 0.1) * 100 } : moved);
  }, 60);
  expect(judgeLimits(experiment(slow, { perWindow: 60 })).numbers.algorithm).toEqual({
    class: 'fixed from first request',
    evidence: `all requests admitted in the burst show the same Reset, 60 s after the first request; refusals send a different Reset; ${back}`,
  });
});

it('does not say that Reset stands still if it is wrong and refusals move it', () => {
  const moving = changed((row) => ({ ...row, reset: Math.floor(row.at) + 60 }), 60);
  const { numbers, outcomes } = judgeLimits(experiment(moving, { perWindow: 60 }));
  expect(outcomes['limit.reset-true'].kind).toBe('broken');
  expect(numbers.algorithm).toEqual({
    class: 'not determined',
    windows: true,
    evidence: 'Reset is wrong: it moved by 57 s within the window',
  });
});

it('does not say when fixed windows start if their Resets are multiples of the window by chance', () => {
  const slow = changed(
    (row) =>
      row.at > 0 && row.at < 0.2
        ? { ...row, at: 0.1 + (row.at - 0.1) * 100 }
        : row.at < 1
          ? { ...row, at: row.at + 6 }
          : row,
    60,
  ).map((row) => (row.phase === 'calibrate' ? { ...row, at: 0 } : row));
  expect(judgeLimits(experiment(slow, { perWindow: 60 })).numbers.algorithm).toMatchObject({
    class: 'not determined',
    windows: 'fixed',
  });
});

it('counts each admitted request up to the end of the burst once, whether or not Remaining fell', () => {
  const before = [list(0, 59, 60, 'calibrate', 60), ...[58, 57, 59, 59].map(operation)];
  const burst = [56, 55, 54].map((remaining, index) => list(0.5 + index / 10, remaining, 60, 'burst', 60));
  const { numbers } = judgeLimits(experiment([...before, ...burst], { perWindow: 60 }));
  expect(numbers).toMatchObject({ admitted: 8, admittedInWindow: 6, admittedWithoutDraw: 2 });

  function operation(remaining: number, index: number): Row {
    return { ...list(0.1 + index / 10, remaining, 60, 'each-operation', 60), operation: 'getPet', status: 404 };
  }
});

describe('what each operation draws before the burst', () => {
  const drawn = (...operations: Partial<Row>[]) =>
    judgeLimits(
      experiment(
        [
          list(0, 59, 60, 'calibrate', 60),
          ...operations.map((row, index) => ({
            ...list(0.1 + index / 10, 58 - index, 60, 'each-operation', 60),
            ...row,
          })),
        ],
        { perWindow: 60 },
      ),
    ).draws;
  const create = { operation: 'createPet', status: 400 };
  const get = { operation: 'getPet', status: 404 };

  it.each<[string, readonly Partial<Row>[], object]>([
    ['one each', [create, create, get, get], { kind: 'holds', subjects: 4 }],
    ['one each, and one got a 500', [create, create, get, { ...get, status: 500 }], { kind: 'holds', subjects: 3 }],
    [
      'each get got a 500',
      [create, create, { ...get, status: 500 }, { ...get, status: 500 }],
      { kind: 'undecided', reason: expect.stringContaining('GET /pets/{petId} got status 500 before the burst') },
    ],
    ['nothing was sent', [], { kind: 'not-applicable' }],
    [
      'Remaining rose',
      [create, { ...create, remaining: 61 }, get, get],
      { findings: [{ message: 'Remaining rose by 2 after 2 requests with POST /pets', expected: 'falls by 2' }] },
    ],
  ])('%s', (_name, operations, outcome) => {
    expect(drawn(...operations)).toMatchObject(outcome);
  });
});

describe('a second key that is admitted between two refusals of the first has a counter of its own', () => {
  it.each([
    ['if its Remaining is too high for a refill', secondBetween(57, true)],
    ['if there is no refill', secondBetween(0, false)],
  ])('%s', (_, rows) => {
    const { outcomes } = judgeLimits(experiment(rows, { secondKey: 'free#2', perWindow: 60 }));
    expect(outcomes['limit.keys-independent']).toMatchObject({ kind: 'holds' });
  });
});

describe('longer runs', () => {
  /** The experiment of one minute, and the paced part, which calibrates again. */
  const minuteAndPaced = (refuses: (index: number) => boolean, left = (index: number) => 8 - (index % 9)): Row[] => [
    ...conforming(),
    { phase: 'calibrate', at: 130, limit: 10, remaining: 9, reset: 190 },
    ...Array.from({ length: 19 }, (_, index): Row => {
      const row = list(136.1 + index * 6.05, left(index), 190, 'sustain');
      return refuses(index) ? { ...row, status: 429, remaining: 0, retryAfter: '10' } : row;
    }),
  ];

  it('do not change the verdicts of the minute', () => {
    const { outcomes } = judgeLimits(experiment(minuteAndPaced(() => false)));
    const alone = judgeLimits(experiment(conforming())).outcomes;
    for (const id of LIMIT_REQUIREMENTS)
      expect([id, outcomes[id].kind]).toEqual([id, id === 'limit.sustained' ? 'holds' : alone[id].kind]);
  });

  it('fail if each admitted request restarts the window, and not because of one other client', () => {
    const sustained = (...given: Parameters<typeof minuteAndPaced>) =>
      judgeLimits(experiment(minuteAndPaced(...given))).outcomes['limit.sustained'];
    expect(sustained((index) => index >= 9 && index < 17)).toMatchObject({ kind: 'broken' });
    expect(sustained((index) => index === 9)).toMatchObject({ kind: 'undecided' });
    // Remaining is 8, then 5, then 0. Two of the 8 were requests of the experiment.
    const hurried = (index: number) => [8, 5][index] ?? 0;
    expect(sustained((index) => index >= 3 && index < 9, hurried)).toMatchObject({
      kind: 'undecided',
      code: 'paced-with-others',
      params: { others: 6 },
    });
  });

  it.each<readonly [name: string, refuses: (index: number) => boolean]>([
    ['the service admits half of Remaining', (index) => index >= 4 && index < 9],
    ['the service refuses the second request', (index) => index >= 1 && index < 9],
  ])('fail if %s, with Remaining: 0 in the refusals', (_, refuses) => {
    expect(judgeLimits(experiment(minuteAndPaced(refuses))).outcomes['limit.sustained']).toMatchObject({
      kind: 'broken',
    });
  });

  it.each([
    [11, 'holds'],
    [4, 'undecided'],
  ])('of %i paced requests: %s', (rows, kind) => {
    const paced = Array.from({ length: rows }, (_, index) => list(index * 6, 5, 60, 'sustain'));
    expect(judgeLimits(experiment(paced)).outcomes['limit.sustained']).toMatchObject({ kind });
  });
});
