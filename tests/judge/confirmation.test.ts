import { describe, expect, it } from 'vitest';
import { type KeyLabel, type Load, type LoadRecord, loadOf } from '../../src/exchange/index.ts';
import { confirmed, settled } from '../../src/judge/confirmation.ts';
import { attemptsAt, confirmationOf, withOtherCause } from '../../src/judge/limits/confirmation.ts';
import type { Verdict, VerdictKind } from '../../src/judge/verdict.ts';
import { because, found } from '../../src/rules/outcome.ts';
import type { RequirementId } from '../../src/spec/requirements/index.ts';
import { nested } from '../../src/text/template.ts';
import { expectAnswers, goldenIn } from '../golden.ts';
import { headOf, SETTINGS } from '../trace.ts';
import { closingOf, endOf, processOf, startOf } from './load-records.ts';

const NOTHING = { request: '', animals: 2, creates: 1, name: '', ids: [] };

function verdict(kind: VerdictKind, id: RequirementId = 'limit.reset-true', plan = 'free'): Verdict {
  const finding = { ...found('stored-twice', NOTHING, { seq: 1 }), message: `${id} is broken` };
  const reason = kind === 'inconclusive' || kind === 'not-applicable' ? { reason: 'for a reason' } : {};
  const findings = kind === 'fail' ? [finding] : [];
  return withOtherCause({ id, level: 'must', plan, verdict: kind, ...reason, subjects: 1, findings });
}

describe('two attempts at one limit', () => {
  const id = 'limit.retry-after-sufficient';
  const suspicion: Verdict = { ...verdict('fail', id), otherCause: because('restart-or-set-clock') };

  it('give one verdict: a violation that was seen directly needs no second one', () => {
    const spoken = (id: RequirementId, word: string) =>
      word === 'suspicion' ? { ...suspicion, id } : verdict(word as VerdictKind, id);
    return expectAnswers(goldenIn(import.meta.dirname)('confirmed.txt'), (question) => {
      const [id, words = ''] = question.split(': ') as [RequirementId, string];
      const [first, second] = words.split(', then ').map((word) => spoken(id, word));
      return first && second && confirmed(first, second).verdict;
    });
  });

  it('that differ name the finding, the attempt, and possible causes', () => {
    expect(confirmed(verdict('fail'), verdict('inconclusive'))).toMatchObject({
      findings: [],
      code: 'seen-in-one-attempt',
      params: {
        attempt: 1,
        other: ['inconclusive', 'for a reason'],
        violation: [{ code: 'stored-twice', message: 'limit.reset-true is broken' }],
        otherCause: { code: 'restart-or-set-clock', params: {} },
      },
    });
    const second = confirmed(verdict('pass'), verdict('fail'));
    expect(second.params).toMatchObject({ attempt: 2, other: ['passed'] });
    expect(second.reason).toMatch(
      /: limit.reset-true is broken. The other attempt: passed. Other possible cause: a restart/,
    );
  });

  it('that are both inconclusive name the violation that one of them showed', () => {
    const violation = { ...found('stored-twice', NOTHING, { seq: 1 }) };
    const seen = { ...verdict('inconclusive'), ...because('not-confirmed', { violation: nested(violation) }) };
    for (const both of [confirmed(seen, verdict('inconclusive')), confirmed(verdict('inconclusive'), seen)])
      expect(both).toMatchObject({ code: 'not-confirmed', params: { violation: { code: 'stored-twice' } } });
  });

  it('that show a suspicion twice need no other cause; one alone is inconclusive', () => {
    expect(confirmed(suspicion, suspicion)).not.toHaveProperty('otherCause');
    expect(settled(suspicion)).toMatchObject({ verdict: 'inconclusive', findings: [] });
  });
});

describe('a confirmation attempt', () => {
  const plan = (name: string) => ({
    plan: name,
    key: `${name}#1` as const,
    perMinute: 60,
    perDay: 1_000,
    otherPlans: {},
  });
  const limits = {
    plans: [plan('free'), plan('pro')],
    refusals: 8,
    connections: 50,
    sustainWindows: 2,
    daily: { free: 'free#3' as const },
    ban: {},
  };
  const head = { ...headOf(SETTINGS), limits };
  const recorded = (records: readonly LoadRecord[] = processOf(['free#1', 'pro#1'], 0)): Load => {
    const load = loadOf(records);
    if (load === undefined) throw new Error('nothing was recorded');
    return load;
  };

  const suspected = (id: RequirementId, code: 'crash' | 'restart-or-set-clock') => [
    { ...verdict('fail', id), otherCause: because(code) },
  ];
  const stoppedBy = (stopped: 'refusals' | 'unanswered') =>
    recorded([...processOf(['free#1'], 0).slice(0, -1), closingOf('free#1', 10, 3, { stopped })]);

  it('exhausts only the plans that seem to violate a requirement that depends on waiting', () => {
    const verdicts = [verdict('pass'), verdict('fail', 'limit.refill-rate', 'pro')];
    expect(confirmationOf(head, recorded(), verdicts)).toEqual({
      ...limits,
      plans: [plan('pro')],
      sustainWindows: 0,
      daily: {},
      ban: {},
    });
  });

  it.each<readonly [name: string, load: Load, verdicts: readonly Verdict[], plans: readonly string[] | undefined]>([
    ['of a suspicion', recorded(), suspected('limit.retry-after-sufficient', 'restart-or-set-clock'), ['free']],
    ['if everything passes', recorded(), [verdict('pass')], undefined],
    ['of a violation that was seen directly', recorded(), [verdict('fail', 'limit.status')], undefined],
    ['of missing evidence', recorded(), [verdict('inconclusive')], undefined],
    ['of a key that was refused too often', stoppedBy('refusals'), [verdict('fail')], undefined],
    [
      'of a key without responses: it may have crashed',
      stoppedBy('unanswered'),
      suspected('limit.status', 'crash'),
      ['free'],
    ],
    ['of a key without responses and no suspicion', stoppedBy('unanswered'), [verdict('inconclusive')], undefined],
  ])('%s exhausts the plans $3', (_name, load, verdicts, plans) => {
    expect(confirmationOf(head, load, verdicts)?.plans).toEqual(plans?.map(plan));
  });
});

describe('attempts', () => {
  const both = processOf(['free#1', 'pro#1'], 0);
  const again = processOf(['pro#1'], 60_000);
  const starts = ({ processes }: Load) => processes.map(({ start }) => start.at);
  /** When what was exhausted at each attempt began. */
  const attempts = (key: KeyLabel, records: readonly LoadRecord[]) => {
    const load = loadOf(records);
    return load === undefined ? [] : attemptsAt(key, load).map(starts);
  };

  const start = startOf(['pro#1'], 60_000);
  const paced = [startOf(['pro#1'], 30_000, 'sustain'), endOf(31_000, [], 'sustain')];

  it.each<readonly [name: string, key: KeyLabel, load: readonly LoadRecord[], attempts: readonly number[][]]>([
    ['one for each time that a key was exhausted', 'pro#1', [...both, endOf(2_000), ...again], [[0], [60_000]]],
    ['one for a key that was exhausted once', 'free#1', [...both, endOf(2_000), ...again], [[0, 60_000]]],
    [
      'with the paced runs of the key',
      'pro#1',
      [...both, ...paced, ...again],
      [
        [0, 30_000],
        [60_000, 30_000],
      ],
    ],
    ['one if the processes ran at the same time', 'pro#1', [...both, ...processOf(['pro#1'], 500)], [[0, 500]]],
    ['one if one of the processes did not use the key', 'pro#1', [...both, endOf(2_000), start], [[0, 60_000]]],
  ])('are %s', (_name, key, load, expected) => expect(attempts(key, load)).toEqual(expected));
});
