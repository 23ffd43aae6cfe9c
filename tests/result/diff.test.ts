import { describe, expect, it } from 'vitest';
import type { VerdictKind } from '../../src/judge/verdict.ts';
import { diffResults } from '../../src/result/diff.ts';
import type { RequirementResult } from '../../src/result/result.ts';
import { limits, result, row } from '../reporters/results.ts';

const finding = (type: string) => ({
  code: 'wrong-type',
  params: { type },
  message: 'GET /pets returned a wrong type',
  expected: 'x',
  actual: type,
  exchanges: [1],
});
const of = (verdict: VerdictKind, change: Partial<RequirementResult> = {}): RequirementResult =>
  row({ verdict, findings: verdict === 'fail' ? [finding('null')] : [], ...change });
const waiver = { reason: 'r', owner: 'o', expires: '2030-01-01', line: 1 };

type Rows = readonly RequirementResult[];
const diff = (a: Rows, b: Rows) => diffResults(result({ requirements: a }), result({ requirements: b }));

type List = 'newlyFailing' | 'newlyInconclusive' | 'stillFailing' | 'fixed' | 'nowProven' | 'noLongerJudged';
const LISTS: readonly List[] = [
  'newlyFailing',
  'newlyInconclusive',
  'stillFailing',
  'fixed',
  'nowProven',
  'noLongerJudged',
];

describe('the comparison of two results', () => {
  it.each<[VerdictKind, VerdictKind, List | undefined, boolean]>([
    ['pass', 'pass', undefined, false],
    ['pass', 'fail', 'newlyFailing', true],
    ['pass', 'inconclusive', 'newlyInconclusive', true],
    ['pass', 'not-applicable', 'noLongerJudged', false],
    ['fail', 'pass', 'fixed', false],
    ['fail', 'fail', 'stillFailing', false],
    ['fail', 'inconclusive', 'newlyInconclusive', false],
    ['fail', 'not-applicable', 'noLongerJudged', false],
    ['inconclusive', 'pass', 'nowProven', false],
    ['inconclusive', 'fail', 'newlyFailing', true],
    ['inconclusive', 'inconclusive', undefined, false],
    ['inconclusive', 'not-applicable', undefined, false],
    ['not-applicable', 'pass', 'nowProven', false],
    ['not-applicable', 'fail', 'newlyFailing', true],
    ['not-applicable', 'inconclusive', 'newlyInconclusive', false],
  ])('from %s to %s: %s, worse: %s', (from, to, list, worse) => {
    const found = diff([of(from)], [of(to, { reason: 'why' })]);
    expect(LISTS.filter((name) => found[name].length > 0)).toEqual(list === undefined ? [] : [list]);
    expect(found.worse).toBe(worse);
    if (list !== undefined) expect(found[list][0]).toMatchObject({ name: 'list.ok', from, to, level: 'must' });
  });

  it.each<[string, Rows, Rows, boolean]>([
    ['a should newly fails', [of('pass', { level: 'should' })], [of('fail', { level: 'should' })], false],
    ['a should lacks evidence', [of('pass', { level: 'should' })], [of('inconclusive', { level: 'should' })], false],
    ['a must newly fails and is waived', [of('pass')], [of('fail', { waiver })], false],
    ['a must fails that A did not ask for', [], [of('fail')], true],
    ['a must is gone', [of('pass')], [], false],
    ['the same fails in another way', [of('fail')], [of('fail', { findings: [finding('"other"')] })], false],
    [
      'one is fixed and one newly fails',
      [of('fail'), of('pass', { id: 'list.schema' })],
      [of('pass'), of('fail', { id: 'list.schema' })],
      true,
    ],
  ])('where %s, worse: %s', (_what, a, b, worse) => {
    expect(diff(a, b).worse).toBe(worse);
  });

  it('lists a plan that has lost a requirement of the rate limit', () => {
    const rate = (plan: string) => of('pass', { id: 'rate.counts-every-operation', plan });
    const found = diff([rate('pro'), rate('free'), rate('pro')], [rate('pro'), rate('pro')]);
    expect(found.removed).toEqual(['rate.counts-every-operation (free)']);
    expect(found.added).toEqual([]);
  });

  it('distinguishes another finding from the same one', () => {
    const changed = diff([of('fail')], [of('fail', { findings: [finding('"archived"')] })]).stillFailing[0];
    expect(changed).toMatchObject({ changed: true });
    expect(changed?.signatures.a).not.toBe(changed?.signatures.b);
    expect(
      diff([of('fail')], [of('fail', { findings: [finding('null'), finding('null')] })]).stillFailing[0],
    ).toMatchObject({ changed: false });
  });

  it('does not believe a signature of another version', () => {
    expect(diff([of('fail', { signature: 'a00000000000' })], [of('fail')]).stillFailing[0]).toMatchObject({
      changed: false,
    });
  });

  it('identifies limits by plan, and all others by id for any key', () => {
    const a = [
      of('pass', { id: 'limit.status', plan: 'free' }),
      of('pass', { id: 'limit.status', plan: 'pro' }),
      of('pass'),
    ];
    const b = [
      of('fail', { id: 'limit.status', plan: 'pro' }),
      of('pass', { plan: 'pro' }),
      of('pass', { id: 'list.schema' }),
    ];
    const found = diff(a, b);
    expect(found.newlyFailing.map(({ name }) => name)).toEqual(['limit.status (pro)']);
    expect(found.removed).toEqual(['limit.status (free)']);
    expect(found.added).toEqual(['list.schema']);
  });

  it('shows what drifted, and not what only was measured', () => {
    const seen = (id: string, value: RequirementResult['value']) =>
      of('observed', { id, level: 'observe', ...(value === undefined ? {} : { value }) });
    const a = [
      seen('list.order', 'newest first'),
      seen('limit.rejects-count', { prolongsTheWait: false, movedBySeconds: 1 }),
    ];
    const b = [
      seen('list.order', 'none seen'),
      seen('limit.rejects-count', { prolongsTheWait: false, movedBySeconds: 2 }),
    ];
    const found = diff(a, b);
    expect(found.drift).toEqual([{ id: 'list.order', pinned: 'newest first', seen: 'none seen' }]);
    expect(found.worse).toBe(false);
  });

  it('flags what else is not the same', () => {
    const one = result();
    const two = result({
      tool: { name: 'storecheck', version: '9.9.9' },
      spec: { version: '1.0.0', sha256: 'f'.repeat(64) },
      target: { ...one.target, name: 'production' },
      run: { ...one.run, command: 'run' },
      settings: { ...one.settings, plan: 'pro', windowSeconds: 6, readOnly: true },
    });
    expect(diffResults(one, one).differs).toEqual([]);
    expect(diffResults(one, two).differs).toEqual([
      'target',
      'tool',
      'spec',
      'command',
      'plans',
      'windowSeconds',
      'readOnly',
    ]);
  });

  it.each([
    ['a check is of its plan', 'check', {}, ['free']],
    ['limits are of the plans that were pushed', 'limits', { pro: limits(), business: limits() }, ['pro', 'business']],
    ['limits that were not pushed are of the plan that was asked for', 'limits', {}, ['free']],
    ['a run is of all of them, once', 'run', { free: limits(), pro: limits() }, ['free', 'pro']],
  ])('names the plans: %s', (_what, command, pushed, plans) => {
    const one = result();
    const given = result({ run: { ...one.run, command }, limits: pushed });
    expect(diffResults(given, one).a.plans).toEqual(plans);
  });
});
