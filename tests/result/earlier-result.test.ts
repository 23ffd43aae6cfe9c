import { expect, it } from 'vitest';
import { NO_OBSERVATIONS, observationsText, pin, pinnedFor } from '../../src/judge/gate/drift.ts';
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

const seen = (id: string, value: NonNullable<RequirementResult['value']>, plan = 'free') =>
  row({ id, level: 'observe', verdict: 'observed', value, plan });
const run = (target: string, ...requirements: readonly RequirementResult[]) =>
  result({ requirements, target: { ...result().target, name: target } });
const first = pin(NO_OBSERVATIONS, run('staging', seen('list.order', 'newest first'), seen('create.location', false)));

it('pinned observations contain the stable values of each target, in one order', () => {
  const both = pin(
    first,
    run(
      'production',
      seen('limit.algorithm', { class: 'sliding', evidence: '0.3 s' }, 'pro'),
      seen('limit.algorithm', { class: 'fixed on the clock', evidence: 'x' }, 'free'),
      seen('error.codes', { '404 unknown id': ['b'], '401 missing key': ['a'] }),
      row(),
    ),
  );
  const text = observationsText(both);
  expect(JSON.parse(text)).toEqual(both);
  expect(JSON.stringify(JSON.parse(text))).toMatchInlineSnapshot(
    `"{"schemaVersion":1,"targets":{"production":[{"id":"error.codes","value":{"401 missing key":["a"],"404 unknown id":["b"]}},{"id":"limit.algorithm","plan":"free","value":{"class":"fixed on the clock"}},{"id":"limit.algorithm","plan":"pro","value":{"class":"sliding"}}],"staging":[{"id":"create.location","value":false},{"id":"list.order","value":"newest first"}]}}"`,
  );
});

it('pinned observations keep what a run could not see, and replace what it saw', () => {
  expect(pinnedFor(pin(first, run('staging', seen('create.location', true, 'pro'))), 'staging')).toEqual([
    { id: 'create.location', value: true },
    { id: 'list.order', value: 'newest first' },
  ]);
});
