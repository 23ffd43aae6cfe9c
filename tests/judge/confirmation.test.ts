import { describe, expect, it } from 'vitest';
import { type KeyLabel, type Load, type LoadRecord, loadOf } from '../../src/exchange/index.ts';
import { confirmed, settled } from '../../src/judge/confirmation.ts';
import { attemptsAt, confirmationOf, withOtherCause } from '../../src/judge/limits/confirmation.ts';
import type { Verdict, VerdictKind } from '../../src/judge/verdict.ts';
import { because, found } from '../../src/rules/outcome.ts';
import type { RequirementId } from '../../src/spec/requirements/index.ts';
import { nested } from '../../src/text/template.ts';
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
  it.each([
    ['pass', 'pass', 'pass'],
    ['fail', 'fail', 'fail'],
    ['fail', 'pass', 'inconclusive'],
    ['pass', 'fail', 'inconclusive'],
    ['fail', 'inconclusive', 'inconclusive'],
    ['fail', 'not-applicable', 'inconclusive'],
    ['inconclusive', 'pass', 'pass'],
    ['pass', 'inconclusive', 'pass'],
    ['not-applicable', 'pass', 'pass'],
    ['inconclusive', 'inconclusive', 'inconclusive'],
  ] as const)('of a requirement that depends on waiting: %s, then %s, is %s', (first, second, both) => {
    expect(confirmed(verdict(first), verdict(second)).verdict).toBe(both);
  });

  it.each([
    ['fail', 'pass', 'fail'],
    ['pass', 'fail', 'fail'],
    ['fail', 'inconclusive', 'fail'],
    ['pass', 'pass', 'pass'],
  ] as const)('of another requirement: %s, then %s, is %s', (first, second, both) => {
    const id = 'limit.error-body';
    expect(confirmed(verdict(first, id), verdict(second, id)).verdict).toBe(both);
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
});

describe('a suspicion that another client could explain', () => {
  const id = 'limit.retry-after-sufficient';
  const finding = { ...found('stored-twice', NOTHING, { seq: 7 }), message: 'refused again' };
  const suspicion: Verdict = {
    ...verdict('fail', id),
    findings: [finding],
    otherCause: because('restart-or-set-clock'),
  };

  it('fails if it is seen twice', () => {
    expect(confirmed(suspicion, suspicion)).toMatchObject({ verdict: 'fail', findings: [finding] });
    expect(confirmed(suspicion, suspicion)).not.toHaveProperty('otherCause');
    expect(settled(suspicion)).toMatchObject({ verdict: 'inconclusive', findings: [] });
  });

  it.each([
    ['fail', suspicion, verdict('fail', id)],
    ['fail', verdict('fail', id), suspicion],
    ['inconclusive', suspicion, verdict('pass', id)],
    ['inconclusive', verdict('pass', id), suspicion],
    ['inconclusive', suspicion, verdict('inconclusive', id)],
  ] as const)('is %s if the other attempt has another verdict (%#)', (expected, first, second) => {
    const both = confirmed(first, second);
    expect(both.verdict).toBe(expected);
    if (expected === 'inconclusive')
      expect(both).toMatchObject({
        code: 'seen-in-one-attempt',
        params: { violation: [{ message: 'refused again' }], otherCause: { code: 'restart-or-set-clock' } },
      });
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

  it('exhausts the plans with a suspicion', () => {
    const verdicts = [
      { ...verdict('fail', 'limit.retry-after-sufficient'), otherCause: because('restart-or-set-clock') },
    ];
    expect(confirmationOf(head, recorded(), verdicts)?.plans).toEqual([plan('free')]);
  });

  it.each([
    ['everything passes', [verdict('pass')]],
    ['what fails was seen directly', [verdict('fail', 'limit.status')]],
    ['evidence is missing', [verdict('inconclusive')]],
  ])('is not taken where %s', (_name, verdicts) => {
    expect(confirmationOf(head, recorded(), verdicts)).toBeUndefined();
  });

  it('spares a key that was refused too often', () => {
    const load = [...processOf(['free#1'], 0).slice(0, -1), closingOf('free#1', 10, 3, { stopped: 'refusals' })];
    expect(confirmationOf(head, recorded(load), [verdict('fail')])).toBeUndefined();
  });

  it('uses a key again that got no response: the service may have crashed', () => {
    const load = [...processOf(['free#1'], 0).slice(0, -1), closingOf('free#1', 10, 3, { stopped: 'unanswered' })];
    const suspicion = { ...verdict('fail', 'limit.status'), otherCause: because('crash') };
    expect(confirmationOf(head, recorded(load), [suspicion])?.plans).toEqual([plan('free')]);
    expect(confirmationOf(head, recorded(load), [verdict('inconclusive')])).toBeUndefined();
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

  it('are one for each time that a key was exhausted', () => {
    const load = [...both, endOf(2_000), ...again, endOf(62_000)];
    expect(attempts('pro#1', load)).toEqual([[0], [60_000]]);
    expect(attempts('free#1', load)).toEqual([[0, 60_000]]);
  });

  it('include the other experiments with the key', () => {
    const paced = [startOf(['pro#1'], 30_000, 'sustain'), endOf(31_000, [], 'sustain')];
    const load = [...both, endOf(2_000), ...paced, ...again, endOf(62_000)];
    expect(attempts('pro#1', load)).toEqual([
      [0, 30_000],
      [60_000, 30_000],
    ]);
  });

  it('are one if the processes ran at the same time', () => {
    const load = [...both, ...processOf(['pro#1'], 500)];
    expect(attempts('pro#1', load)).toEqual([[0, 500]]);
  });

  it('are one if one of the processes did not use the key', () => {
    const load = [...both, endOf(2_000), startOf(['pro#1'], 60_000)];
    expect(attempts('pro#1', load)).toEqual([[0, 60_000]]);
  });
});
