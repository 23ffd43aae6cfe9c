import { describe, expect, it } from 'vitest';
import type { PlanLimits, RequirementResult } from '../../src/result/result.ts';
import type { Cause } from '../../src/result/summary/causes.ts';
import { summaryOf } from '../../src/result/summary/summary.ts';
import { REQUIREMENTS } from '../../src/spec/requirements/index.ts';
import { REASONS } from '../../src/text/reasons/index.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { failing, limits, mixed, result, row } from '../reporters/results.ts';

const pushed = { sent: 70, refused: 0, admittedInWindow: 68 };
const open = (id: string, plan = 'free'): RequirementResult =>
  row({ id, plan, verdict: 'inconclusive', reason: `${id} lacks evidence` });
const excess = (verdict: 'fail' | 'inconclusive', plan = 'free') => ({
  ...open('limit.rejects-excess', plan),
  verdict,
});
const idsOf = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name);

it('puts the finding with the shortest curl command first', () => {
  const [finding] = failing.findings;
  if (finding === undefined) throw new Error('no finding');
  const { curl: _, ...bare } = finding;
  const findings = [bare, { ...finding, curl: 'curl long' }, { ...finding, curl: 'curl' }];
  const [shown] = summaryOf(result({ requirements: [{ ...failing, findings }] })).rows;
  expect(shown?.findings.map(({ curl }) => curl)).toEqual(['curl', undefined, 'curl long']);
});

const reset = (change: Partial<RequirementResult>) => row({ id: 'limit.reset-true', plan: 'free', ...change });
const follows = (id: string, code: string) => row({ id, plan: 'free', verdict: 'inconclusive', reason: 'x', code });
const ofReset = follows('limit.window-is-a-minute', 'reset-is-wrong');
const fail = { verdict: 'fail' } as const;
const waiver = { owner: 'a', expires: '2027-01-01', reason: 'x', line: 1 };
const noRefusal = [open('limit.status'), open('limit.reset-true'), open('limit.keys-independent')];
const family = ['a', 'b', 'c'].map((name) => ({ ...failing, id: `create.rejects.${name}` }));

/** The rows of a run, and the numbers of the free plan. */
const CAUSES: Readonly<Record<string, readonly [RequirementResult[], Partial<PlanLimits>?]>> = {
  'nothing was refused': [[excess('fail'), ...noRefusal], pushed],
  'nothing was refused, and nobody knows why': [[excess('inconclusive'), ...noRefusal], pushed],
  'some were refused': [[excess('fail'), ...noRefusal], { ...pushed, refused: 8 }],
  'the quota was not used': [[excess('fail'), ...noRefusal], { ...pushed, sent: 40 }],
  'another plan has the cause': [[excess('fail', 'pro'), ...noRefusal], pushed],
  'no key is needed': [[row({ id: 'auth.required.list', ...fail }), follows('auth.query-key', 'list-needs-no-key')]],
  'nothing was created': [
    [row({ id: 'create.created', ...fail }), follows('create.rejects.empty-body', 'no-valid-payload-created')],
  ],
  'Reset is wrong': [[reset(fail), ofReset]],
  'Reset is inconclusive': [[reset({ verdict: 'inconclusive', reason: 'y' }), ofReset]],
  'a wrong Reset is waived': [[reset({ ...fail, waiver }), ofReset]],
  'Reset is right': [[reset({}), ofReset]],
  'no header can be read': [
    [
      row({ id: 'rate.single-integer', ...fail }),
      follows('rate.limit-matches-plan', 'nothing-to-judge'),
      follows('rate.remaining-counts-down', 'remaining-never-fell'),
    ],
  ],
  'several plans, and others of a family': [[excess('fail'), excess('fail', 'pro'), ...family]],
};

describe('the causes of a result', () => {
  it('hold one row for each plan, the others of a family, and their consequences', () =>
    expectLines(goldenIn(import.meta.dirname)('causes.txt'), CAUSES, ([requirements, numbers]) => {
      const summary = summaryOf(result({ requirements, ...(numbers && { limits: { free: limits(numbers) } }) }));
      const said = ({ rows, alike, consequences }: Cause) =>
        [idsOf(rows), idsOf(alike), idsOf(consequences)]
          .map((names, index) =>
            names.length === 0 ? '' : `${['', ', alike: ', ', explains: '][index]}${names.join(' + ')}`,
          )
          .join('');
      return (['failed', 'waived', 'inconclusive'] as const)
        .flatMap((group) => summary[group].map((cause) => `${group} ${said(cause)}`))
        .join('; ');
    }));

  it('are found for every reason that names a requirement', () => {
    const unexplained = Object.entries(REASONS).filter(([code, reason]) => {
      const named = REQUIREMENTS.find(({ id }) => reason.includes(id));
      if (named === undefined) return false;
      const cause = row({ id: named.id, verdict: 'fail' });
      const open = row({ id: `${named.id}.other`, verdict: 'inconclusive', reason, code });
      return summaryOf(result({ requirements: [cause, open] })).rows[1]?.because === undefined;
    });
    expect(unexplained).toEqual([]);
  });

  it('name every row without a verdict once', () => {
    const { inconclusive, optional, notJudged, of } = summaryOf(mixed);
    const named = [...inconclusive, ...optional, ...notJudged].flatMap(({ rows }) => idsOf(rows));
    expect(named.toSorted()).toEqual(idsOf(of('inconclusive', 'not-applicable', 'skipped')).toSorted());
  });
});

const skipped = row({ id: 'limit.daily', verdict: 'not-applicable', reason: 'x', code: 'option-not-given' });
const passed = row({ id: 'limit.status' });
it.each([
  ['passed', [passed, skipped]],
  ['passed', [passed, { ...open('limit.x'), level: 'should' as const }]],
  ['inconclusive', [passed, open('limit.x')]],
  ['failed', [passed, open('limit.x'), excess('fail')]],
  ['skipped', [skipped]],
])('the badge of a plan is %s (%#)', (badge, requirements) => {
  const { plans } = summaryOf(result({ requirements, limits: { free: limits() } }));
  expect(plans.map((plan) => plan.badge)).toEqual([badge]);
});
