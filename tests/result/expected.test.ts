import { describe, expect, it } from 'vitest';
import { judge } from '../../src/judge/checks/judge.ts';
import type { FailOn } from '../../src/judge/gate/gate.ts';
import { buildResult, type Expected } from '../../src/result/build.ts';
import type { Result } from '../../src/result/result.ts';
import { CHECKS } from '../../suites/index.ts';
import { expectSchema } from '../results-schema.ts';
import { again, answer, type Draft, type Given, pets, trace } from '../trace.ts';

const above = answer('list.minimum', 200, pets(2));
/** One must fails: two animals where one was asked for. */
const broken: readonly Draft[] = [above, answer('list.maximum', 200, pets(3)), again(above)];
const CHECKED = CHECKS.filter(({ requirement }) =>
  ['list.limit-honoured', 'list.order', 'list.unique-ids'].includes(requirement),
);

function built(expected: Expected, failOn: FailOn = 'must', given: Given = { exchanges: broken }): Result {
  const run = trace(given);
  const result = buildResult(run, { verdicts: judge(CHECKED, run) }, [failOn], expected);
  expectSchema(result);
  return result;
}

const limit = (result: Result) => result.requirements.find(({ id }) => id === 'list.limit-honoured');
const signature = limit(built({}))?.signature ?? '';
const reasons = { reason: 'fixed in 4.2', owner: 'team-store', line: 12 };
const entry = { requirement: 'list.limit-honoured', target: 'test', signature, ...reasons, expires: '2026-12-31' };
const waived = { waivers: [entry] };
const pinned = (value: string) => ({ ...waived, pinned: [{ id: 'list.order', value }] });
const drift = [{ id: 'list.order', pinned: 'newest first', seen: 'oldest first' }];

describe('a result with waivers and pinned observations', () => {
  it('names the signature of what failed, and of nothing else', () => {
    const result = built({});
    for (const { verdict, signature: one } of result.requirements) expect(one !== undefined).toBe(verdict === 'fail');
    expect(result).not.toHaveProperty('waiverProblems');
    expect(result).not.toHaveProperty('drift');
    expect(result).toMatchObject({ outcome: 'failed', exitCode: 1, settings: { failOn: ['must'] } });
  });

  it('keeps the verdict of a waived violation', () => {
    expect(limit(built(waived))).toMatchObject({ verdict: 'fail', waiver: { owner: 'team-store', line: 12 } });
  });

  it.each<[string, Result, Partial<Result> | object]>([
    ['passes with a waiver', built(waived), { outcome: 'passed', exitCode: 0, waiverProblems: [] }],
    [
      'fails for a waiver that is expired',
      built({ waivers: [{ ...entry, expires: '2026-11-20' }] }),
      { outcome: 'failed', exitCode: 1, waiverProblems: [{ flaw: 'expired', line: 12 }] },
    ],
    [
      'is incomplete if evidence is missing, also with a waiver',
      built(waived, 'must', { exchanges: [answer('list.minimum', 200, pets(1))], end: 'unanswered' }),
      { outcome: 'incomplete', exitCode: 3, waiverProblems: [] },
    ],
    ['reports drift', built(pinned('newest first')), { outcome: 'passed', drift }],
    ['fails for drift with --fail-on drift', built(pinned('newest first'), 'drift'), { outcome: 'failed', drift }],
    ['passes without drift', built(pinned('oldest first'), 'drift'), { outcome: 'passed', drift: [] }],
    ['warns if nothing is pinned', built({}, 'drift'), { notes: [{ code: 'nothing-pinned' }] }],
    ['does not warn if no observation is pinned', built({ pinned: [] }, 'drift'), { notes: [] }],
  ])('%s', (_what, result, expected) => {
    expect(result).toMatchObject(expected);
  });
});
