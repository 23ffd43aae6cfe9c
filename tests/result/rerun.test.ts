import { expect, it } from 'vitest';
import { rerunOf, rerunResult, verdictOfRerun } from '../../src/result/rerun.ts';
import { expectAnswers, goldenIn } from '../golden.ts';
import { finding, result, row } from '../reporters/results.ts';

const failed = (id: string, plan = 'pro') =>
  row({ id, plan, verdict: 'fail', findings: [finding({ curl: 'curl http://localhost' })] });

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

it('the failures of a run are those of a selection, of the limits with their plans', () =>
  expectAnswers(goldenIn(import.meta.dirname)('rerun.txt'), (selection) => {
    const { of, failed: rows, notRepeated = 0 } = rerunOf(earlier, JSON.parse(selection));
    expect(of).toBe(earlier.run.id);
    return [
      ...rows.map(({ id, plan }) => (plan === undefined ? id : `${id} of ${plan}`)),
      `${notRepeated} not repeated`,
    ].join(', ');
  }));

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
