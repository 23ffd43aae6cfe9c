import { describe, expect, it } from 'vitest';
import { type KeyLabel, type Load, type LoadRecord, loadOf, type Trace } from '../../src/exchange/index.ts';
import { confirmed, looksAt, secondLook } from '../../src/judge/limits/confirmation.ts';
import type { Verdict, VerdictKind } from '../../src/judge/verdict.ts';
import type { RequirementId } from '../../src/spec/requirements/index.ts';
import { closingOf, endOf, processOf, startOf } from './load-records.ts';

function verdict(kind: VerdictKind, id: RequirementId = 'limit.reset-true', plan = 'free'): Verdict {
  const finding = { message: `${id} is broken`, expected: '', actual: '', exchanges: [1] };
  const reason = kind === 'inconclusive' || kind === 'not-applicable' ? { reason: 'for a reason' } : {};
  return { id, level: 'must', plan, verdict: kind, ...reason, subjects: 1, findings: kind === 'fail' ? [finding] : [] };
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
    const { reason, findings } = confirmed(verdict('fail'), verdict('inconclusive'));
    expect(findings).toEqual([]);
    expect(reason).toBe(
      'limit.reset-true is broken, but only the first of two times that the limit was pushed (the second time, it could not be proven: for a reason). A restart of the service, a set clock or a request of somebody else would explain it',
    );
    expect(confirmed(verdict('pass'), verdict('fail')).reason).toContain('(the first time, it passed).');
  });
});

describe('a suspicion that another client could explain', () => {
  const id = 'limit.retry-after-sufficient';
  const finding = { message: 'refused again', expected: 'admitted', actual: '429', exchanges: [7] };
  const suspicion: Verdict = { ...verdict('inconclusive', id), suspected: [finding] };

  it('fails if it is seen twice', () => {
    expect(confirmed(suspicion, suspicion)).toMatchObject({ verdict: 'fail', findings: [finding] });
    expect(confirmed(suspicion, suspicion)).not.toHaveProperty('reason');
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
      expect(both.reason).toMatch(
        /^refused again, but only the .* A restart of the service, a set clock or a request of somebody else/,
      );
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
  const trace = (load: readonly LoadRecord[] = processOf(['free#1', 'pro#1'], 0)) =>
    ({ head: { limits }, load: loadOf(load) }) as unknown as Trace;

  it('exhausts only the plans that seem to violate a requirement that depends on waiting', () => {
    const verdicts = [verdict('pass'), verdict('fail', 'limit.refill-rate', 'pro')];
    expect(secondLook(trace(), verdicts)).toEqual({
      ...limits,
      plans: [plan('pro')],
      sustainWindows: 0,
      daily: {},
      ban: {},
    });
  });

  it('exhausts the plans with a suspicion', () => {
    const verdicts = [{ ...verdict('inconclusive', 'limit.retry-after-sufficient'), suspected: [] }];
    expect(secondLook(trace(), verdicts)?.plans).toEqual([plan('free')]);
  });

  it.each([
    ['everything passes', [verdict('pass')]],
    ['what fails was seen directly', [verdict('fail', 'limit.status')]],
    ['evidence is missing', [verdict('inconclusive')]],
  ])('is not taken where %s', (_name, verdicts) => {
    expect(secondLook(trace(), verdicts)).toBeUndefined();
  });

  it('spares a key that was refused too often', () => {
    const load = [...processOf(['free#1'], 0).slice(0, -1), closingOf('free#1', 10, 3, { stopped: 'refusals' })];
    expect(secondLook(trace(load), [verdict('fail')])).toBeUndefined();
  });

  it('uses a key again that got no response: the service may have crashed', () => {
    const load = [...processOf(['free#1'], 0).slice(0, -1), closingOf('free#1', 10, 3, { stopped: 'unanswered' })];
    const suspicion = { ...verdict('inconclusive', 'limit.status'), suspected: [] };
    expect(secondLook(trace(load), [suspicion])?.plans).toEqual([plan('free')]);
    expect(secondLook(trace(load), [verdict('inconclusive')])).toBeUndefined();
  });
});

describe('attempts', () => {
  const both = processOf(['free#1', 'pro#1'], 0);
  const again = processOf(['pro#1'], 60_000);
  const starts = ({ processes }: Load) => processes.map(({ start }) => start.at);
  /** When what was pushed at each look began. */
  const looks = (key: KeyLabel, records: readonly LoadRecord[]) => {
    const load = loadOf(records);
    return load === undefined ? [] : looksAt(key, load).map(starts);
  };

  it('are one for each time that a key was exhausted', () => {
    const load = [...both, endOf(2_000), ...again, endOf(62_000)];
    expect(looks('pro#1', load)).toEqual([[0], [60_000]]);
    expect(looks('free#1', load)).toEqual([[0, 60_000]]);
  });

  it('include the other experiments with the key', () => {
    const paced = [startOf(['pro#1'], 30_000, 'sustain'), endOf(31_000, [], 'sustain')];
    const load = [...both, endOf(2_000), ...paced, ...again, endOf(62_000)];
    expect(looks('pro#1', load)).toEqual([
      [0, 30_000],
      [60_000, 30_000],
    ]);
  });

  it('are one if the processes ran at the same time', () => {
    const load = [...both, ...processOf(['pro#1'], 500)];
    expect(looks('pro#1', load)).toEqual([[0, 500]]);
  });

  it('are one if one of the processes did not use the key', () => {
    const load = [...both, endOf(2_000), startOf(['pro#1'], 60_000)];
    expect(looks('pro#1', load)).toEqual([[0, 60_000]]);
  });
});
