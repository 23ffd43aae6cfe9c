import { describe, expect, it } from 'vitest';
import type { Experiment } from '../../src/limiter/experiment.ts';
import { judgeExperiment } from '../../src/limiter/judge-experiment.ts';
import type { Conclusion } from '../../src/rules/conclusion.ts';
import { LIMIT_REQUIREMENTS, type LimitRequirementId } from '../../src/spec/requirements/limit.ts';
import { golden, testAnswers } from '../support/golden.ts';
import { answer, type Draft, type HeaderChange, lost, START, trace } from '../support/trace.ts';
import { historyOf, legalService, usual } from './simulation/history.ts';

// What random histories and the faults and variants of tests/virtual/limits/limit-matrix.test.ts do not show.

const experiment = (rows: readonly Draft[], more: Partial<Experiment> = {}): Experiment => ({
  plan: 'free',
  key: 'free#1',
  perWindow: 10,
  perDay: 1_000,
  windowSeconds: 60,
  complete: true,
  exchanges: trace({ exchanges: rows }).exchanges,
  ...more,
});

/** Seconds and Reset after START. */
const list = (at: number, remaining: number, reset = 60, phase = 'burst', limit = 10): Draft =>
  answer('list.minimum', { phase, at: at * 1_000, headers: rates(limit, remaining, reset) });

const rates = (limit: number, remaining: number, reset: number | string): HeaderChange => ({
  'X-RateLimit-Limit': limit,
  'X-RateLimit-Remaining': remaining,
  'X-RateLimit-Reset': typeof reset === 'number' ? START / 1_000 + reset : reset,
});

const repeat = (count: number, row: (index: number) => Draft): Draft[] =>
  Array.from({ length: count }, (_, i) => row(i));

/** The experiment of a legal limiter. */
const HISTORY = await historyOf(usual('fixed from first', 10, 1));

/** The paced part, which calibrates again. */
const paced = (change: (index: number) => Partial<Draft> = () => ({}), left = (index: number) => 8 - (index % 9)) =>
  experiment([
    list(130, 9, 190, 'calibrate'),
    ...repeat(19, (index) => ({ ...list(136.1 + index * 6.05, left(index), 190, 'sustain'), ...change(index) })),
  ]);

/** A day of 20 requests: so many are admitted, one every 6 s, and the last ones are refused. */
const SHOWS_DAY = { headers: rates(20, 0, 80_000) };
const day = (admitted: number, last: readonly Partial<Draft>[] = [], row: Partial<Draft> = {}): Experiment => {
  const rows = repeat(admitted, (index) => ({ ...list(index * 6, 5, 60, 'daily'), ...row }));
  const rest = last.map((one) => ({ ...list(admitted * 6, 0, 60, 'daily'), status: 429, ...one }));
  return experiment([...rows, ...rest], { perDay: 20 });
};

/** Refused at a second; numbers and Retry-After as text. */
const refusal = (at: number, headers: HeaderChange, phase = 'burst'): Draft => ({
  ...list(at, 0, 60, phase),
  status: 429,
  headers: { ...rates(10, 0, 60), ...headers },
});

/** Lists with these Remaining, ten a second, a refusal after a second, and what follows. */
const burst = (left: readonly number[], rest: readonly Draft[] = [], more: Partial<Experiment> = {}) =>
  experiment([...left.map((one, index) => list(index / 10, one)), refusal(1, { 'Retry-After': 59 }), ...rest], more);
const refusedAsSecond = (headers: HeaderChange) => experiment([list(0, 9), refusal(1, headers)]);
const TEN_LISTS = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0];
const SEVEN_LISTS = TEN_LISTS.slice(0, 7);
const exhausted = (rest: readonly Draft[] = [], more: Partial<Experiment> = {}) => burst(TEN_LISTS, rest, more);
const STILL_REFUSED = refusal(55, { 'Retry-After': 5 }, 'half-window');
const REFUSED_AFTER_RESET = refusal(65, { ...rates(10, 0, 120), 'Retry-After': 55 }, 'recovery-reset');
const REFUSED_GET = { ...refusal(1.2, {}, 'operations'), sent: { operation: 'getPet' } };
const SERVED_GET = { ...REFUSED_GET, status: 404 };
const AS_CREATE = { sent: { operation: 'createPet' } };
const refusedForWindow = (at: number) =>
  refusal(at, { ...rates(10, 0, Math.round(at + 60)), 'Retry-After': 60 }, 'after-reset');
/** Two windows of 2 s: the first has a Reset that is rounded up, the second one down. */
const TWO_SHORT_WINDOWS = experiment(
  [
    ...repeat(80, (at) => list(1.1 + at / 100, 39 - (at % 40), at < 40 ? 2 : 3, 'burst', 40)),
    refusal(2.6, {}, 'half-window'),
  ],
  { windowSeconds: 2, perWindow: 40 },
);
const OTHER_ERRORS = [
  ...repeat(4, () => lost('list.minimum', { phase: 'top-up' })),
  ...repeat(2, () => ({ ...STILL_REFUSED, status: 403 })),
  { ...list(0.05, 0), status: 502 },
];
const NO_BURST = experiment([list(0, 9, 60, 'calibrate')]);
const SHOWN_DAY = refusedAsSecond(rates(1_000, 5, 60));
const INCOMPLETE = { complete: false };

/** The code of the reason, or of the first finding, with `?` if it has another possible cause; else the verdict. */
function coded(conclusion: Conclusion): string {
  if (conclusion.verdict !== 'fail') return 'code' in conclusion ? conclusion.code : conclusion.verdict;
  return `${conclusion.findings[0]?.code}${conclusion.otherCause === undefined ? '' : '?'}`;
}

/** By requirement: experiments under their title and what is concluded. */
const CASES: Partial<Record<LimitRequirementId, Readonly<Record<string, Experiment>>>> = {
  'limit.sustained': {
    'Remaining fell by more than was sent => paced-unevenly': paced(
      (index) => (index >= 3 && index < 9 ? { status: 429, headers: { ...rates(10, 0, 190), 'Retry-After': 10 } } : {}),
      (index) => [8, 5][index] ?? 0,
    ),
    'each fifth gets 500 => paced-too-few-admitted': paced((index) => ({ status: index % 5 === 0 ? 500 : 200 })),
  },
  'limit.daily': {
    'refusals last for two windows => pass': day(20, [{}, { at: 250_000 }]),
    'a later request is admitted => refusals-not-of-day': day(19, [{}, { status: 200, at: 249_000 }, { at: 250_000 }]),
    'the first request is refused => refusals-not-of-day': day(0, [{}]),
    'the key was used that day => key-used-today': day(12, [SHOWS_DAY]),
    'a day may have ended meanwhile => day-may-have-ended': day(30, [SHOWS_DAY]),
    'one Reset admits more than a day => day-quota-exceeded': day(28, [], SHOWS_DAY),
    'more than two days are admitted => day-quota-exceeded': day(60),
  },
  'limit.admits-plan': {
    'nothing is sent in the burst => no-burst': NO_BURST,
    'the eighth of ten is refused => too-few-admitted?': burst(SEVEN_LISTS, [STILL_REFUSED]),
    'the journal lacks some lines => experiment-incomplete': burst(SEVEN_LISTS, [STILL_REFUSED], INCOMPLETE),
    'Remaining shows another client => refused-early': burst([9, 8, 6, 5, 4, 3], [STILL_REFUSED]),
    'two responses show the same Remaining => refused-early': burst([9, 8, 8, 7, 6, 5, 4, 3], [STILL_REFUSED]),
    'the window ends in 9 s => refused-early': experiment([
      list(0, 1, 9),
      list(0.1, 0, 9),
      refusal(1, rates(10, 0, 9)),
    ]),
    'the key was used before => refused-early': burst([7, 6, 5, 4, 3], [STILL_REFUSED]),
    'the refusal shows another limit => refused-early': refusedAsSecond(rates(20, 5, 60)),
    'Remaining stays at 5 => refused-early': experiment([
      ...repeat(6, (at) => list(at / 10, 5)),
      refusal(1, rates(10, 3, 60)),
    ]),
  },
  'limit.rejects-excess': {
    'nothing is sent in the burst => no-burst': NO_BURST,
    'nothing is refused => excess-or-refill': experiment(TEN_LISTS.map((left, at) => list(at, left))),
    'the burst spans two windows => excess-or-window-edge': TWO_SHORT_WINDOWS,
  },
  'limit.reset-true': {
    'a request after Reset is refused => refused-after-reset?': exhausted([STILL_REFUSED, REFUSED_AFTER_RESET]),
    'the journal lacks some lines => experiment-incomplete': exhausted(
      [STILL_REFUSED, REFUSED_AFTER_RESET],
      INCOMPLETE,
    ),
    'each refusal prolongs the wait => not-admitted-after-reset': exhausted([1.1, 30, 92].map(refusedForWindow)),
    'the only refusal shows the day => no-reset-of-minute': SHOWN_DAY,
    'a cache stored the only refusal => reset-not-unix-seconds': refusedAsSecond({ ...rates(10, 0, -30), Age: 5 }),
    'Reset has an unknown unit => reset-not-unix-seconds': refusedAsSecond(rates(10, 0, '50000000')),
    'the limit of the day refuses => day-limit-answered': burst([9, 8], [refusal(2, rates(1_000, 0, 100))]),
  },
  'limit.retry-after-sufficient': {
    'the next request is refused again => refused-after-retry-after?': exhausted([REFUSED_AFTER_RESET]),
    'the journal lacks some lines => experiment-incomplete': exhausted([REFUSED_AFTER_RESET], INCOMPLETE),
    'the next refusal lacks it => refused-again-without-retry-after?': exhausted([refusal(65, {}, 'recovery-reset')]),
    'a refusal announces two windows => seems-banned': exhausted([
      refusal(2, { 'Retry-After': 120 }),
      refusal(65, { 'Retry-After': 57 }),
    ]),
  },
  'limit.remaining-zero': {
    'a cache stored the only refusal => no-refusal-shows-it': experiment([refusal(0, { ...rates(10, 5, 60), Age: 5 })]),
    'the only refusal shows the day => no-refusal-shows-it': SHOWN_DAY,
  },
  'limit.all-operations': {
    'a read-only run sends no create => read-only': exhausted([REFUSED_GET], { readOnly: true }),
    'get and create show Remaining 0 => pass': burst(SEVEN_LISTS, [
      SERVED_GET,
      { ...SERVED_GET, ...AS_CREATE },
      STILL_REFUSED,
    ]),
    'GET /pets/{petId} was removed => pass': exhausted([{ ...REFUSED_GET, ...AS_CREATE }], { getRemoved: true }),
    'the get shows a full quota => operation-maybe-refilled': exhausted(
      [{ ...SERVED_GET, headers: rates(10, 9, 60) }],
      { readOnly: true },
    ),
  },
  'limit.refill-rate': {
    'the quota was complete long before => pass': exhausted([
      list(20, 2, 68, 'half-window'),
      list(170, 9, 176, 'after-reset'),
    ]),
  },
  'limit.status': { 'requests were lost, and two got 403, one 502 => pass': exhausted(OTHER_ERRORS) },
  'limit.keys-independent': {
    'the plan has one key => option-not-given': exhausted(),
    'the second key sent nothing => nothing-with-second-key': exhausted([], { secondKey: 'free#2' }),
  },
};

describe.each(Object.entries(CASES))('%s', (id, cases) =>
  it.each(Object.entries(cases))('%s', (title, recorded) => {
    const concluded = coded(judgeExperiment(recorded).conclusions[id as LimitRequirementId]);
    expect(concluded).toBe(title.split(' => ')[1]);
  }),
);

it('compares what operations draw, although the first response shows the numbers of the day', () => {
  const operations = (['createPet', 'createPet', 'getPet', 'getPet'] as const).map((operation, index) => ({
    ...list(1 + index, 8 - index, 60, 'each-operation'),
    sent: { operation },
  }));
  const { draws } = judgeExperiment(experiment([list(0, 999, 80_000, 'calibrate', 1_000), ...operations]));
  expect(draws).toEqual({ verdict: 'pass', subjects: 3 });
});

it('names no limiter and no other plan for a key whose day was exhausted before the run', () => {
  const { numbers } = judgeExperiment(experiment([refusal(0, rates(1_000, 0, 99), 'calibrate')]));
  expect(numbers).toMatchObject({ behavesLike: null, otherPlan: null });
});

it('neither the order of exchanges nor paced requests change a verdict on the limit per minute', () => {
  const { exchanges, ...terms } = HISTORY;
  function* oneByOne(all = exchanges) {
    yield* all.toReversed();
  }
  const judged = judgeExperiment(HISTORY);
  expect(judgeExperiment({ ...terms, exchanges: oneByOne() })).toEqual(judged);
  const fast = paced((index) => ({ at: 136_000 + index })).exchanges;
  const { conclusions } = judgeExperiment({ ...terms, exchanges: oneByOne([...exchanges, ...fast]) });
  const others = LIMIT_REQUIREMENTS.filter((id) => conclusions[id].verdict !== judged.conclusions[id].verdict);
  expect(others).toEqual(['limit.sustained']);
});

it('no requirement passes or fails without a response', () => {
  const { conclusions } = judgeExperiment(experiment(repeat(20, () => lost('list.minimum', { phase: 'burst' }))));
  expect(LIMIT_REQUIREMENTS.filter((id) => ['pass', 'fail'].includes(conclusions[id].verdict))).toEqual([]);
});

// Found among 80,000 histories: each shows a condition of the judge that nothing else shows. `slower`: how many times longer windows are.
describe('the judge concludes the same of the histories that were found', () =>
  testAnswers(golden('found.txt'), async (question) => {
    const { shows: _, kind, limit, seed, slower, ...change } = JSON.parse(question);
    const setting = usual(kind, limit, seed, change);
    const { conclusions, draws, numbers } = judgeExperiment(await historyOf(setting, legalService(setting, slower)));
    const others = Object.entries({ ...conclusions, draws }).filter(([, { verdict }]) => verdict !== 'pass');
    return [...others.map(([id, conclusion]) => `${id} ${coded(conclusion)}`), numbers.behavesLike].join('; ');
  }));
