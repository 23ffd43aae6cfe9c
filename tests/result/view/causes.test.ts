import { expect, it } from 'vitest';
import type { RequirementResult, ResultFinding } from '../../../src/result/result.ts';
import { headlineOf } from '../../../src/result/view/rows.ts';
import { type Block, viewOf } from '../../../src/result/view/view.ts';
import { REQUIREMENTS, type RequirementId } from '../../../src/spec/requirements/catalogue.ts';
import { REASONS, type ReasonCode } from '../../../src/text/reasons.ts';
import { failing, result, row, violated } from '../../report/results.ts';
import { expectLines, golden } from '../../support/golden.ts';

const open = (id: RequirementId, code: ReasonCode = 'no-429'): RequirementResult =>
  row(id, { verdict: 'inconclusive', reason: `${id} lacks evidence`, code });
const excess = (verdict: 'fail' | 'inconclusive' | 'pass', plan = 'free') =>
  row('limit.rejects-excess', { plan, verdict, reason: verdict === 'inconclusive' ? 'x' : undefined });
const reset = (change: Partial<RequirementResult>) => row('limit.reset-true', change);
const ofReset = open('limit.window-is-a-minute', 'reset-not-confirmed');
const fail = { verdict: 'fail' } as const;
const failed = (id: RequirementId) => row(id, fail);
const waiver = { owner: 'a', expires: '2027-01-01', reason: 'x', line: 1 };
const noRefusal = [
  open('limit.status', 'no-429-above-limit'),
  open('limit.reset-true'),
  open('limit.keys-independent', 'nothing-with-second-key'),
];
const family = ['a', 'b', 'c'].map((name) => ({ ...failing, id: `create.rejects.${name}` }));

/** The rows of a run. */
const CAUSES: Readonly<Record<string, readonly RequirementResult[]>> = {
  'nothing was refused': [excess('fail'), ...noRefusal],
  'nothing was refused, and nobody knows why': [excess('inconclusive'), ...noRefusal],
  'refused with another status': [excess('pass'), failed('limit.status'), open('limit.reset-true')],
  'another plan has the cause': [excess('fail', 'pro'), ...noRefusal],
  'nothing was created': [failed('create.created'), open('create.rejects.empty-body', 'no-valid-payload-created')],
  'Reset is wrong': [reset(fail), ofReset],
  'a wrong Reset is waived': [reset({ ...fail, waiver }), ofReset],
  'no header can be read': [
    failed('rate.single-integer'),
    open('rate.limit-matches-plan', 'nothing-to-judge'),
    open('rate.remaining-counts-down', 'remaining-never-fell'),
  ],
  'each names the other': [open('auth.required.list', 'nothing-created'), open('create.created', 'list-needs-no-key')],
  'one defect that breaks two requirements': [
    failing,
    { ...failing, id: 'list.status-with-limit', findings: failing.findings.slice(1) },
  ],
  'several plans, and others of a family': [excess('fail'), excess('fail', 'pro'), ...family],
  'a family that is waived': family.map((one) => ({ ...one, waiver })),
};

it('shows each cause with one row for each plan, the others of a family, and its consequences', () =>
  expectLines(golden('causes.txt'), CAUSES, (requirements) => {
    const said = (block: Block) =>
      (block.kind === 'failure' || block.kind === 'item'
        ? (['rows', 'alike', 'consequences'] as const).map((part) => [part, block[part]] as const)
        : []
      )
        .filter(([, rows]) => rows.length > 0)
        .map(([part, rows]) => `${part}: ${rows.map(({ name }) => name).join(' + ')}`)
        .join(', ');
    return viewOf(result({ requirements }))
      .sections.filter(({ id }) => ['failed', 'waived', 'inconclusive'].includes(id))
      .flatMap(({ id, blocks }) => blocks.map((block) => `${id} ${said(block)}`))
      .join('; ');
  }));

it('finds the cause for every reason that names a requirement', () => {
  const unexplained = Object.entries(REASONS).filter(([code, reason]) => {
    const named = REQUIREMENTS.find(({ id }) => reason.includes(id));
    if (named === undefined) return false;
    const cause = row(named.id, { verdict: 'fail' });
    const other = { ...row(named.id, { verdict: 'inconclusive', reason, code }), id: `${named.id}.other` };
    return viewOf(result({ requirements: [cause, other] })).rows[1]?.explainedBy === undefined;
  });
  expect(unexplained).toEqual([]);
});

it('shows one finding of a cause for all requests of which the same is said', () => {
  const [finding = expect.unreachable()] = failing.findings;
  const said = [1, 2, 3].map((seq) => ({ ...finding, exchanges: [seq], curl: `curl ${seq}` }));
  const findings = [...said, { ...finding, actual: '3 animals' }];
  const [shown] = viewOf(result({ requirements: [{ ...failing, findings }] })).rows;
  expect(shown?.findings).toMatchObject([{ exchanges: [1, 2, 3], curl: 'curl 1' }, { actual: '3 animals' }]);
});

it('leads with the defect of one plan where the plans differ only in numbers', () => {
  const [shown = expect.unreachable()] = failing.findings;
  const headline = (...findings: readonly Partial<ResultFinding>[]) => {
    const requirements = findings.map(({ params: { plan } = {}, ...one }, index) =>
      violated('list.ok', String(plan ?? `plan-${index}`), { ...shown, ...one }),
    );
    const blocks = viewOf(result({ requirements })).sections.flatMap((section) => section.blocks);
    return blocks.flatMap((block) => (block.kind === 'failure' ? headlineOf(block.rows) : []))[0];
  };
  expect(headline({ message: '61 animals' }, { message: '61 animals' })).toBe('61 animals');
  expect(headline({ message: '61 animals' }, { message: '7 animals' })).toBe('61 animals (plan-0; plan-1 alike)');
  // The check and the limits of a run may both test one plan.
  expect(headline({ message: '61 animals' }, { message: '7 animals', params: { plan: 'plan-0' } })).toBe('61 animals');
  expect(headline({ message: '61 animals' }, { message: 'no list', code: 'not-json' })).toMatch(/^Not fulfilled: “/);
});
