import { describe, expect, it } from 'vitest';
import type { K6Records } from '../../src/exchange/journal/k6-records.ts';
import type { Verdict } from '../../src/judge/verdict.ts';
import { because, findingOf } from '../../src/rules/conclusion.ts';
import type { RequirementId } from '../../src/spec/requirements/catalogue.ts';
import { secondAttemptOf, verdictOfAttempts } from '../../src/verdicts/limits/attempts.ts';
import { expectLines, golden, testAnswers } from '../support/golden.ts';
import { closingOf, processOf, recorded } from '../support/load-records.ts';
import { headOf, SETTINGS } from '../support/trace.ts';

const NOTHING = { request: '', animals: 2, creates: 1, name: '', ids: [] };

/** A restart explains what is violated. */
const ALSO_BY_RESTART: readonly RequirementId[] = ['limit.reset-true', 'limit.refill-rate', 'limit.window-is-a-minute'];

function verdict(kind: Verdict['verdict'], id: RequirementId = 'limit.reset-true', plan = 'free'): Verdict {
  const finding = { ...findingOf('stored-twice', NOTHING, { seq: 1 }), message: `${id} is broken` };
  const reason = kind === 'inconclusive' || kind === 'not-applicable' ? { reason: 'for a reason' } : {};
  const findings = kind === 'fail' ? [finding] : [];
  const cause = kind === 'fail' && ALSO_BY_RESTART.includes(id) ? { otherCause: because('restart-or-set-clock') } : {};
  return { id, level: 'must', plan, verdict: kind, ...reason, ...cause, subjects: 1, findings };
}

const id = 'limit.retry-after-sufficient';
const suspicion: Verdict = { ...verdict('fail', id), otherCause: because('restart-or-set-clock') };

describe('two attempts at one limit give one verdict: a violation that was seen directly needs no second one', () => {
  const spoken = (id: RequirementId, word: string) =>
    word === 'suspicion' ? { ...suspicion, id } : verdict(word as Verdict['verdict'], id);
  return testAnswers(golden('confirmed.txt'), (question) => {
    const [id, words = ''] = question.split(': ') as [RequirementId, string];
    const [first, second] = words.split(', then ').map((word) => spoken(id, word));
    return first && second && verdictOfAttempts(first, second).verdict;
  });
});

it('two attempts at one limit that differ name the finding, the attempt, and possible causes', () => {
  expect(verdictOfAttempts(verdict('fail'), verdict('inconclusive'))).toMatchObject({
    findings: [],
    code: 'seen-in-one-attempt',
    params: {
      attempt: 1,
      other: ['inconclusive', 'for a reason'],
      violation: [{ code: 'stored-twice', message: 'limit.reset-true is broken' }],
      otherCause: { code: 'restart-or-set-clock', params: {} },
    },
  });
  const second = verdictOfAttempts(verdict('pass'), verdict('fail'));
  expect(second.params).toMatchObject({ attempt: 2, other: ['passed'] });
  expect(second.reason).toMatch(/: limit.reset-true is broken. The other: passed. Possible cause: a restart/);
});

const plan = (name: string) => ({ plan: name, key: `${name}#1` as const, perMinute: 60, perDay: 1_000 });
const limits = { plans: [plan('free'), plan('pro')], sustainWindows: 2, daily: { free: 'free#3' as const } };
const both = processOf(['free#1', 'pro#1'], 0);

const suspected = (id: RequirementId, code: 'crash' | 'restart-or-set-clock') => [
  { ...verdict('fail', id), otherCause: because(code) },
];
const stoppedBy = (stopped: 'refusals' | 'unanswered') =>
  recorded([...processOf(['free#1'], 0).slice(0, -1), closingOf('free#1', 10, 3, { stopped })]);

const CASES: Readonly<Record<string, readonly [load: K6Records, verdicts: readonly Verdict[]]>> = {
  'of a suspicion': [recorded(both), suspected('limit.retry-after-sufficient', 'restart-or-set-clock')],
  'of a violation that was seen directly': [recorded(both), [verdict('fail', 'limit.status')]],
  'of one of two plans': [recorded(both), [verdict('pass'), verdict('fail', 'limit.refill-rate', 'pro')]],
  'of a key that was refused too often': [stoppedBy('refusals'), [verdict('fail')]],
  'of a key without responses: it may have crashed': [stoppedBy('unanswered'), suspected('limit.status', 'crash')],
};

it('a confirmation attempt exhausts the plans of a suspicion, once', () =>
  expectLines(golden('exhausted-again.txt'), CASES, ([load, verdicts]) => {
    const second = secondAttemptOf({ ...headOf(SETTINGS), limits }, load, verdicts);
    if (second === undefined) return 'none';
    const plans = second.plans.map((one) => one.plan);
    expect(second).toEqual({ plans: plans.map(plan), sustainWindows: 0, daily: {} });
    return plans.join();
  }));
