import { describe, expect, it } from 'vitest';
import type { VerdictKind } from '../../src/judge/verdict.ts';
import { diffResults } from '../../src/result/diff.ts';
import type { RequirementResult } from '../../src/result/result.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { finding, limits, result, row } from '../reporters/results.ts';

const wrong = (type: string) => finding({ code: 'wrong-type', params: { type } });
const of = (verdict: VerdictKind, change: Partial<RequirementResult> = {}): RequirementResult =>
  row({ verdict, findings: verdict === 'fail' ? [wrong('null')] : [], ...change });
const should = { level: 'should' } as const;
const waiver = { reason: 'r', owner: 'o', expires: '2030-01-01', line: 1 };

type Rows = readonly RequirementResult[];
const diff = (a: Rows, b: Rows) => diffResults(result({ requirements: a }), result({ requirements: b }));

const LISTS = ['newlyFailing', 'newlyInconclusive', 'stillFailing', 'fixed', 'nowProven', 'noLongerJudged'] as const;

describe('the comparison of two results', () => {
  const verdicts = ['pass', 'fail', 'inconclusive', 'not-applicable'] as const;
  it('has each change of a must in at most one list, and is worse if one lost its pass', () =>
    expectLines(
      goldenIn(import.meta.dirname)('changes.txt'),
      Object.fromEntries(
        verdicts.flatMap((from) => verdicts.map((to) => [`from ${from} to ${to}`, [from, to] as const])),
      ),
      ([from, to]) => {
        const found = diff([of(from)], [of(to, { reason: 'why' })]);
        const lists = LISTS.filter((name) => found[name].length > 0);
        for (const list of lists) expect(found[list][0]).toMatchObject({ name: 'list.ok', from, to, level: 'must' });
        return `${lists.join()}${found.worse ? ', worse' : ''}`;
      },
    ));

  const schema = { id: 'list.schema' };
  it.each<[string, Rows, Rows, boolean]>([
    ['a should newly fails', [of('pass', should)], [of('fail', should)], false],
    ['a should lacks evidence', [of('pass', should)], [of('inconclusive', should)], false],
    ['a must newly fails and is waived', [of('pass')], [of('fail', { waiver })], false],
    ['a waiver is gone', [of('fail', { waiver })], [of('fail')], true],
    ['a must fails that A did not ask for', [], [of('fail')], true],
    ['a must is gone', [of('pass')], [], false],
    ['the same fails in another way', [of('fail')], [of('fail', { findings: [wrong('"other"')] })], false],
    ['one is fixed and one newly fails', [of('fail'), of('pass', schema)], [of('pass'), of('fail', schema)], true],
  ])('where %s, worse: %s', (_what, a, b, worse) => {
    expect(diff(a, b).worse).toBe(worse);
  });

  it('distinguishes another finding from the same one, and ignores the written signature', () => {
    const changed = (findings: RequirementResult['findings'], signature?: string) =>
      diff([of('fail', signature === undefined ? {} : { signature })], [of('fail', { findings })]).stillFailing[0]
        ?.changed;
    expect(changed([wrong('"archived"')])).toBe(true);
    expect(changed([wrong('null'), wrong('null')])).toBe(false);
    expect(changed([wrong('null')], 'a00000000000')).toBe(false);
  });

  it('identifies limits by plan, all others by id for any key, and repeated rows by their number', () => {
    const limit = (plan: string, verdict: VerdictKind) => of(verdict, { id: 'limit.status', plan });
    const rates = (...plans: string[]) => plans.map((plan) => of('pass', { id: 'rate.counts-every-operation', plan }));
    const found = diff(
      [limit('free', 'pass'), limit('pro', 'pass'), of('pass'), ...rates('pro', 'free', 'pro')],
      [limit('pro', 'fail'), of('pass', { plan: 'pro' }), of('pass', schema), ...rates('pro', 'pro')],
    );
    expect(found.newlyFailing.map(({ name }) => name)).toEqual(['limit.status (pro)']);
    expect(found.removed).toEqual(['limit.status (free)', 'rate.counts-every-operation (free)']);
    expect(found.added).toEqual(['list.schema']);
  });

  it('shows what drifted, and not what only was measured', () => {
    const seen = (order: string, movedBySeconds: number) => [
      of('observed', { id: 'list.order', value: order }),
      of('observed', { id: 'limit.rejects-count', value: { prolongsTheWait: false, movedBySeconds } }),
    ];
    const found = diff(seen('newest first', 1), seen('none seen', 2));
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
    expect(diffResults(one, two).differs.join()).toBe('target,tool,spec,command,plans,windowSeconds,readOnly');
  });

  it.each([
    ['check', {}, ['free']],
    ['limits', { pro: limits(), business: limits() }, ['pro', 'business']],
    ['limits', {}, ['free']],
    ['run', { free: limits(), pro: limits() }, ['free', 'pro']],
  ])('names the plans of %s', (command, exhausted, plans) => {
    const given = result({ run: { ...result().run, command }, limits: exhausted });
    expect(diffResults(given, result()).a.plans).toEqual(plans);
  });
});
