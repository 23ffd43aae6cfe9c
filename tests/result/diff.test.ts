import { expect, it } from 'vitest';
import type { VerdictKind } from '../../src/judge/verdict.ts';
import { diffResults } from '../../src/result/diff.ts';
import type { RequirementResult } from '../../src/result/result.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { finding, result, row } from '../reporters/results.ts';

const of = (verdict: VerdictKind, change: Partial<RequirementResult> = {}): RequirementResult =>
  row({ verdict, findings: verdict === 'fail' ? [finding()] : [], ...change });

type Rows = readonly RequirementResult[];
const diff = (a: Rows, b: Rows) => diffResults(result({ requirements: a }), result({ requirements: b }));

const LISTS = ['newlyFailing', 'newlyInconclusive', 'stillFailing', 'fixed', 'nowProven', 'noLongerJudged'] as const;
const verdicts = ['pass', 'fail', 'inconclusive', 'not-applicable'] as const;

// tests/cli/diff-text.test.ts shows the rest.
it('a comparison has each change of a must in at most one list, and is worse if one lost its pass', () =>
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

it('a comparison ignores the written signature', () => {
  expect(diff([of('fail', { signature: 'a00000000000' })], [of('fail')]).stillFailing).toMatchObject([
    { changed: false },
  ]);
});

it('a comparison identifies limits by plan, all others by id for any key, and repeated rows by their number', () => {
  const limit = (plan: string, verdict: VerdictKind) => of(verdict, { id: 'limit.status', plan });
  const rates = (...plans: string[]) => plans.map((plan) => of('pass', { id: 'rate.counts-every-operation', plan }));
  const found = diff(
    [limit('free', 'pass'), limit('pro', 'pass'), of('pass'), ...rates('pro', 'free', 'pro')],
    [limit('pro', 'fail'), of('pass', { plan: 'pro' }), of('pass', { id: 'list.schema' }), ...rates('pro', 'pro')],
  );
  expect(found.newlyFailing.map(({ name }) => name)).toEqual(['limit.status (pro)']);
  expect(found.removed).toEqual(['limit.status (free)', 'rate.counts-every-operation (free)']);
  expect(found.added).toEqual(['list.schema']);
});
