import { describe, expect, it } from 'vitest';
import type { RequirementResult } from '../../src/result/result.ts';
import { summaryOf } from '../../src/result/summary/summary.ts';
import { REQUIREMENTS } from '../../src/spec/requirements/index.ts';
import { REASONS } from '../../src/text/reasons/index.ts';
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

describe('the causes of a result', () => {
  const consequences = ['limit.status', 'limit.reset-true'];

  it.each(['fail', 'inconclusive'] as const)('have their consequences folded under them (%s)', (verdict) => {
    const requirements = [excess(verdict), ...consequences.map((id) => open(id)), open('limit.keys-independent')];
    const { failed, inconclusive } = summaryOf(result({ requirements, limits: { free: limits(pushed) } }));
    const [cause] = verdict === 'fail' ? failed : inconclusive;
    expect(idsOf(cause?.rows ?? [])).toEqual(['limit.rejects-excess (free)']);
    expect(idsOf(cause?.consequences ?? [])).toEqual(consequences.map((id) => `${id} (free)`));
    expect(idsOf(inconclusive.at(-1)?.rows ?? [])).toEqual(['limit.keys-independent (free)']);
  });

  it.each([
    ['auth.required.list', 'auth.query-key', 'list-needs-no-key'],
    ['create.created', 'create.rejects.empty-body', 'no-valid-payload-created'],
    ['limit.reset-true', 'limit.window-is-a-minute', 'reset-is-wrong'],
  ])('are named by the reason: %s explains %s', (id, consequence, code) => {
    const open = row({ id: consequence, plan: 'free', verdict: 'inconclusive', reason: `see ${id}`, code });
    const judged = (verdict: Partial<RequirementResult>, plan = 'free') =>
      summaryOf(result({ requirements: [row({ id, plan, ...verdict }), open] }));
    const { failed, inconclusive } = judged({ verdict: 'fail' });
    expect(failed.flatMap(({ consequences }) => consequences.map((one) => one.id))).toEqual([consequence]);
    expect(inconclusive).toEqual([]);
    expect(judged({ verdict: 'inconclusive', reason: 'x' }).inconclusive).toHaveLength(1);
    const waiver = { owner: 'a', expires: '2027-01-01', reason: 'x', line: 1 };
    expect(judged({ verdict: 'fail', waiver }).inconclusive).toHaveLength(1);
    expect(judged({}).inconclusive).toHaveLength(1);
  });

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

  it('are what unreadable rate headers leave open', () => {
    const cause = row({ id: 'rate.single-integer', verdict: 'fail' });
    const unread = { id: 'rate.limit-matches-plan', verdict: 'inconclusive', code: 'nothing-to-judge' } as const;
    const shared = { ...unread, id: 'rate.remaining-counts-down', code: 'remaining-never-fell' };
    const { rows } = summaryOf(result({ requirements: [cause, row(unread), row(shared)] }));
    expect(rows.map(({ because }) => because)).toEqual([undefined, cause.id, undefined]);
  });

  it.each([
    ['some were refused', { ...pushed, refused: 8 }, 'free'],
    ['the quota was not used', { ...pushed, sent: 40 }, 'free'],
    ['another plan has the cause', pushed, 'pro'],
  ])('explain nothing where %s', (_name, numbers, plan) => {
    const requirements = [excess('fail', plan), open('limit.status')];
    const { rows } = summaryOf(result({ requirements, limits: { free: limits(numbers) } }));
    expect(rows.every(({ because }) => because === undefined)).toBe(true);
  });

  it('hold one row for each plan, and the other failures of a family', () => {
    const family = ['a', 'b', 'c'].map((name) => ({ ...failing, id: `create.rejects.${name}` }));
    const { failed } = summaryOf(result({ requirements: [excess('fail'), excess('fail', 'pro'), ...family] }));
    expect(failed.map(({ rows, alike }) => [rows.length, alike.length])).toEqual([
      [2, 0],
      [1, 2],
    ]);
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
