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
  isComplete: true,
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
const REFUSED = { status: 429, headers: { ...rates(10, 0, 190), 'Retry-After': 10 } };
const REFUSED_AWHILE = (index: number) => (index >= 3 && index < 9 ? REFUSED : {});
const FAST = (index: number) => ({ at: 136_000 + index });
const FALLING = (index: number) => [8, 5][index] ?? 0;
const EACH_FIFTH = (index: number) => (index % 5 === 0 ? { status: 500 } : {});

/** A day of 20 requests, one every 6 s, and how it ends. */
const DAY = { headers: rates(20, 0, 80_000) };
const day = (admitted: number, row: Partial<Draft> = {}, ...last: readonly Partial<Draft>[]): Experiment => {
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
const alone = (headers: HeaderChange) => experiment([list(0, 9), refusal(1, headers)]);
const STILL = refusal(55, { 'Retry-After': 5 }, 'half-window');
const WHOLE = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0];
const SEVEN = WHOLE.slice(0, 7);
const GET = { ...refusal(1.2, {}, 'operations'), sent: { operation: 'getPet' } };
const CREATE = { ...GET, sent: { operation: 'createPet' } };
const FULL = { ...GET, status: 404, headers: rates(10, 9, 60) };
const SERVED = { ...FULL, headers: rates(10, 0, 60) };
const LATE = refusal(65, { 'X-RateLimit-Reset': START / 1_000 + 120, 'Retry-After': 55 }, 'recovery-reset');
const BANNED = refusal(2, { 'Retry-After': 120 });
const BARE = refusal(65, {}, 'recovery-reset');
const STEADY = repeat(6, (at) => list(at / 10, 5));
const BAN = { ...STILL, status: 403 };
const DROPPED = repeat(4, () => lost('list.minimum', { phase: 'top-up' }));
const BACK = [list(20, 2, 68, 'half-window'), list(170, 9, 176, 'after-reset')];
const ENDS = experiment([list(0, 1, 9), list(0.1, 0, 9), refusal(1, rates(10, 0, 9))]);
/** The first of two windows of 2 s has a Reset that is rounded up, the second one down. */
const EDGE = repeat(80, (at) => list(1.1 + at / 100, 39 - (at % 40), at < 40 ? 2 : 3, 'burst', 40));
const SHORT = experiment([...EDGE, refusal(2.6, {}, 'half-window')], { windowSeconds: 2, perWindow: 40 });
const longer = (at: number) => refusal(at, { ...rates(10, 0, Math.round(at + 60)), 'Retry-After': 60 }, 'after-reset');
const INCOMPLETE = { isComplete: false };
const DAY_OVER = { ...rates(1_000, 0, 100), 'Retry-After': 99 };

/** The code of the reason, or of the first finding, with `?` if it has another possible cause; else the verdict. */
function coded(conclusion: Conclusion): string {
  if (conclusion.verdict !== 'fail') return 'code' in conclusion ? conclusion.code : conclusion.verdict;
  return `${conclusion.findings[0]?.code}${conclusion.otherCause === undefined ? '' : '?'}`;
}

it.each<[LimitRequirementId, string, Experiment, string]>([
  ['limit.sustained', 'Remaining fell by more than was sent', paced(REFUSED_AWHILE, FALLING), 'paced-unevenly'],
  ['limit.sustained', 'each fifth got a 500', paced(EACH_FIFTH), 'paced-too-few-admitted'],
  ['limit.daily', 'refusals for two windows', day(20, {}, {}, { at: 250_000 }), 'pass'],
  ['limit.daily', 'one served', day(19, {}, {}, { status: 200, at: 249_000 }, { at: 250_000 }), 'refusals-not-of-day'],
  ['limit.daily', 'one refusal', day(0, {}, {}), 'refusals-not-of-day'],
  ['limit.daily', 'used before', day(12, {}, DAY), 'key-used-today'],
  ['limit.daily', 'a day may have ended', day(30, {}, DAY), 'day-may-have-ended'],
  ['limit.daily', 'more than a day of one Reset', day(28, DAY), 'day-quota-exceeded'],
  ['limit.daily', 'more than two days', day(60), 'day-quota-exceeded'],
  ['limit.admits-plan', 'no burst', experiment([list(0, 9, 60, 'calibrate')]), 'no-burst'],
  ['limit.rejects-excess', 'no burst', experiment([list(0, 9, 60, 'calibrate')]), 'no-burst'],
  ['limit.rejects-excess', 'nothing refused', experiment(WHOLE.map((left, at) => list(at, left))), 'excess-or-refill'],
  ['limit.admits-plan', 'refused as the eighth', burst(SEVEN, [STILL]), 'too-few-admitted?'],
  ['limit.admits-plan', 'lines are missing', burst(SEVEN, [STILL], INCOMPLETE), 'experiment-incomplete'],
  ['limit.admits-plan', 'another client came', burst([9, 8, 6, 5, 4, 3], [STILL]), 'refused-early'],
  ['limit.admits-plan', 'Remaining repeats', burst([9, 8, 8, 7, 6, 5, 4, 3], [STILL]), 'refused-early'],
  ['limit.admits-plan', 'a window ends', ENDS, 'refused-early'],
  ['limit.admits-plan', 'the key was used', burst([7, 6, 5, 4, 3], [STILL]), 'refused-early'],
  ['limit.reset-true', 'refused after Reset', burst(WHOLE, [STILL, LATE]), 'refused-after-reset?'],
  ['limit.reset-true', 'lines are missing', burst(WHOLE, [STILL, LATE], INCOMPLETE), 'experiment-incomplete'],
  ['limit.reset-true', 'refusals prolong', burst(WHOLE, [1.1, 30, 92].map(longer)), 'not-admitted-after-reset'],
  ['limit.reset-true', 'the day', alone(rates(1_000, 5, 60)), 'no-reset-of-minute'],
  ['limit.reset-true', 'stored', alone({ ...rates(10, 0, -30), Age: 5 }), 'reset-not-unix-seconds'],
  ['limit.reset-true', 'no unit', alone(rates(10, 0, '50000000')), 'reset-not-unix-seconds'],
  ['limit.reset-true', 'the day is over', burst([9, 8], [refusal(2, DAY_OVER)]), 'day-limit-answered'],
  ['limit.retry-after-sufficient', 'refused again', burst(WHOLE, [LATE]), 'refused-after-retry-after?'],
  ['limit.retry-after-sufficient', 'lines are missing', burst(WHOLE, [LATE], INCOMPLETE), 'experiment-incomplete'],
  ['limit.retry-after-sufficient', 'bare', burst(WHOLE, [BARE]), 'refused-again-without-retry-after?'],
  ['limit.retry-after-sufficient', 'a ban', burst(WHOLE, [BANNED, refusal(65, { 'Retry-After': 57 })]), 'seems-banned'],
  ['limit.remaining-zero', 'stored', experiment([refusal(0, { ...rates(10, 5, 60), Age: 5 })]), 'no-refusal-shows-it'],
  ['limit.remaining-zero', 'the day', alone(rates(1_000, 5, 60)), 'no-refusal-shows-it'],
  ['limit.all-operations', 'nothing may be written', burst(WHOLE, [GET], { readOnly: true }), 'read-only'],
  ['limit.all-operations', 'others came', burst(SEVEN, [SERVED, { ...SERVED, sent: CREATE.sent }, STILL]), 'pass'],
  ['limit.all-operations', 'get was removed', burst(WHOLE, [CREATE], { getRemoved: true }), 'pass'],
  ['limit.all-operations', 'get is full', burst(WHOLE, [FULL], { readOnly: true }), 'operation-maybe-refilled'],
  ['limit.admits-plan', 'of another limit', alone(rates(20, 5, 60)), 'refused-early'],
  ['limit.admits-plan', 'Remaining stays', experiment([...STEADY, refusal(1, rates(10, 3, 60))]), 'refused-early'],
  ['limit.refill-rate', 'complete long ago', burst(WHOLE, BACK), 'pass'],
  ['limit.status', 'outage, ban', burst(WHOLE, [...DROPPED, BAN, BAN, { ...list(0.05, 0), status: 502 }]), 'pass'],
  ['limit.rejects-excess', 'an edge', SHORT, 'excess-or-window-edge'],
  ['limit.keys-independent', 'one key', burst(WHOLE), 'option-not-given'],
  ['limit.keys-independent', 'nothing sent', burst(WHOLE, [], { secondKey: 'free#2' }), 'nothing-with-second-key'],
])('%s: %s', (id, _name, recorded, expected) => {
  expect(coded(judgeExperiment(recorded).conclusions[id])).toBe(expected);
});

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
  const { conclusions } = judgeExperiment({ ...terms, exchanges: oneByOne([...exchanges, ...paced(FAST).exchanges]) });
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
