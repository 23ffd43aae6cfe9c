import { expect, it } from 'vitest';
import type { VerdictKind } from '../../src/judge/verdict.ts';
import { diffResults } from '../../src/result/diff-results.ts';
import type { RequirementResult } from '../../src/result/result.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { finding, result, row } from '../report/results.ts';

const of = (verdict: VerdictKind, change: Partial<RequirementResult> = {}): RequirementResult =>
  row({ verdict, findings: verdict === 'fail' ? [finding()] : [], ...change });

type Rows = readonly RequirementResult[];
const diff = (a: Rows, b: Rows) => diffResults(result({ requirements: a }), result({ requirements: b }));

const verdicts = ['pass', 'fail', 'inconclusive', 'not-applicable'] as const;

// tests/cli/diff-text.test.ts shows the rest.
it('a comparison has each change of a must in at most one list, and is worse if one lost its pass', () =>
  expectLines(
    goldenIn(import.meta.dirname)('changes.txt'),
    Object.fromEntries(
      verdicts.flatMap((from) => verdicts.map((to) => [`from ${from} to ${to}`, [from, to] as const])),
    ),
    ([from, to]) => {
      const { sections, worse } = diff([of(from)], [of(to, { reason: 'why' })]);
      return `${sections.map(({ title }) => title).join()}${worse ? ', worse' : ''}`;
    },
  ));

it('a comparison identifies limits by plan, all others by id for any key, and repeated rows by their number', () => {
  const limit = (plan: string, verdict: VerdictKind) => of(verdict, { id: 'limit.status', plan });
  const rates = (...plans: string[]) => plans.map((plan) => of('pass', { id: 'rate.counts-every-operation', plan }));
  const found = diff(
    [limit('free', 'pass'), limit('pro', 'pass'), of('pass'), ...rates('pro', 'free', 'pro')],
    [limit('pro', 'fail'), of('pass', { plan: 'pro' }), of('pass', { id: 'list.schema' }), ...rates('pro', 'pro')],
  );
  const names = found.sections.map(({ title, blocks }) => [
    title,
    ...blocks.flatMap((block) => (block.kind === 'item' ? [...block.rows.map(({ name }) => name), block.text] : [])),
  ]);
  expect(names).toEqual([
    ['New violations', 'limit.status (pro)', 'passed → failed: GET /pets?limit=1 answered 200'],
    ['Only in B', 'list.schema', 'not in A → passed'],
    ['Only in A', 'limit.status (free)', 'rate.counts-every-operation (free)', 'passed → not in B'],
  ]);
});
