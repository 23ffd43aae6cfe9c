import { describe, expect, it } from 'vitest';
import { rerunOf, rerunResult, verdictOfRerun } from '../../src/result/rerun.ts';
import { finding, result, row } from '../reporters/results.ts';

const failed = (id: string, plan = 'pro') =>
  row({ id, plan, verdict: 'fail', findings: [finding({ curl: 'curl http://localhost' })] });
const excess = (plan: string) => ({ id: 'limit.rejects-excess', plan });

const earlier = result({
  requirements: [
    row({ id: 'list.ok' }),
    failed('list.schema'),
    failed('auth.www-authenticate'),
    row({ id: 'limit.status', plan: 'free', verdict: 'inconclusive' }),
    failed('limit.rejects-excess', 'free'),
    failed('limit.rejects-excess', 'business'),
  ],
});
const CHECKED = [{ id: 'list.schema' }, { id: 'auth.www-authenticate' }];

describe('the failures of a run', () => {
  it.each([
    ['each requirement, of the limits with its plan', {}, [...CHECKED, excess('free'), excess('business')], undefined],
    ['of the limits only those of --plan', { plan: 'business' }, [...CHECKED, excess('business')], 1],
    ['none of the limits of another plan', { plan: 'pro' }, CHECKED, 2],
    ['one of --only', { only: ['list.schema'] }, [{ id: 'list.schema' }], 3],
    ['those of patterns', { only: ['list.*,limit.*'] }, [{ id: 'list.schema' }, excess('free'), excess('business')], 1],
    ['none if --only did not fail', { only: ['list.ok'] }, [], 4],
  ])('are %s', (_what, selection, rows, notRepeated) => {
    expect(rerunOf(earlier, selection)).toEqual({
      of: earlier.run.id,
      failed: rows,
      ...(notRepeated === undefined ? {} : { notRepeated }),
    });
  });
});

it('the result of a rerun lists requirements one by one, including plans whose quota was not exhausted', () => {
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

it('a rerun does not pass a requirement whose finding no single request shows', () => {
  const findings = [finding({ code: 'x', params: { omitted: 2 }, message: 'omits animals' })];
  const rerun = rerunOf(result({ requirements: [failed('list.ok'), { ...failed('list.consistent'), findings }] }));
  const pass = { id: 'list.consistent', level: 'must', verdict: 'pass', subjects: 1, findings: [] } as const;
  expect(verdictOfRerun({ ...pass, id: 'list.ok' }, rerun)).toMatchObject({ verdict: 'pass' });
  expect(verdictOfRerun(pass, undefined)).toBe(pass);
  expect(verdictOfRerun(pass, rerun)).toMatchObject({
    verdict: 'inconclusive',
    code: 'not-shown-by-rerun',
    params: { violation: { code: 'x', params: { omitted: 2 }, message: 'omits animals' } },
    reason: expect.stringContaining('did not show again: omits animals. It may need'),
  });
});
