import { describe, expect, it } from 'vitest';
import { rerunOf, rerunResult, verdictOfRerun } from '../../src/result/rerun.ts';
import type { RequirementResult } from '../../src/result/result.ts';
import { finding, result, row } from '../reporters/results.ts';

const failed = (id: string, plan = 'pro', rest: Partial<RequirementResult> = {}) =>
  row({ id, plan, verdict: 'fail', ...rest });

const earlier = result({
  requirements: [
    row({ id: 'list.ok' }),
    failed('list.schema'),
    failed('auth.www-authenticate', 'pro', { level: 'should' }),
    row({ id: 'limit.status', plan: 'free', verdict: 'inconclusive' }),
    failed('limit.rejects-excess', 'free'),
    failed('limit.rejects-excess', 'business'),
  ],
});

const CHECKED = [{ id: 'list.schema' }, { id: 'auth.www-authenticate' }];

describe('the failures of a run', () => {
  it.each([
    [
      undefined,
      [
        { id: 'limit.rejects-excess', plan: 'free' },
        { id: 'limit.rejects-excess', plan: 'business' },
      ],
      {},
    ],
    ['business', [{ id: 'limit.rejects-excess', plan: 'business' }], { notRepeated: 1 }],
    ['pro', [], { notRepeated: 2 }],
  ] as const)('(on the plan %s) is each requirement, of the limits with its plan', (plan, limits, others) => {
    expect(rerunOf(earlier, { plan })).toEqual({ of: earlier.run.id, failed: [...CHECKED, ...limits], ...others });
  });

  it.each([
    [['list.schema'], ['list.schema']],
    [['list.*,limit.*'], ['list.schema', 'limit.rejects-excess', 'limit.rejects-excess']],
    [['list.ok'], []],
  ])('is narrowed by --only %j', (only, ids) => {
    expect(rerunOf(earlier, { only }).failed.map(({ id }) => id)).toEqual(ids);
  });

  it('is empty if nothing failed', () => {
    expect(rerunOf(result({ requirements: [row(), row({ verdict: 'inconclusive' })] })).failed).toEqual([]);
  });
});

describe('the result of a rerun', () => {
  it('lists requirements one by one, including plans whose quota was not exhausted', () => {
    const rows = [
      row({ id: 'list.schema' }),
      failed('auth.www-authenticate'),
      row({ id: 'limit.rejects-excess', plan: 'free' }),
      failed('list.ok'),
    ];
    expect(rerunResult(rerunOf(earlier), rows)).toEqual({
      of: earlier.run.id,
      nowPassing: ['list.schema', 'limit.rejects-excess (free)'],
      stillFailing: ['auth.www-authenticate'],
      unproven: ['limit.rejects-excess (business)'],
    });
  });

  it('calls nothing passed whose finding no single request shows', () => {
    const findings = [finding({ code: 'x', params: { omitted: 2 }, message: 'omits animals' })];
    const before = result({
      requirements: [failed('list.ok'), failed('list.consistent', 'pro', { findings })],
    });
    const pass = { id: 'list.consistent', level: 'must', verdict: 'pass', subjects: 1, findings: [] } as const;
    const rerun = rerunOf(before);
    expect(verdictOfRerun({ ...pass, id: 'list.ok' }, rerun)).toMatchObject({ verdict: 'pass' });
    expect(verdictOfRerun(pass, rerun)).toMatchObject({
      verdict: 'inconclusive',
      code: 'not-shown-by-rerun',
      params: { violation: { code: 'x', params: { omitted: 2 }, message: 'omits animals' } },
      reason: expect.stringContaining('did not show again: omits animals. It may need'),
    });
    expect(verdictOfRerun(pass, undefined)).toBe(pass);
  });
});
