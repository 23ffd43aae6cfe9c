import { describe, expect, it } from 'vitest';
import { judge } from '../../src/judge/checks/judge.ts';
import type { FailOn } from '../../src/judge/gate/gate.ts';
import { buildResult, type Expected } from '../../src/result/build.ts';
import type { Result } from '../../src/result/result.ts';
import { CHECKS } from '../../suites/index.ts';
import { expectSchema } from '../results-schema.ts';
import { again, answer, type Given, pets, trace } from '../trace.ts';

/** One must fails: two animals where one was asked for. Everything that was not recorded is left out. */
const broken: Given = {
  exchanges: [
    answer('list.minimum', 200, pets(2)),
    answer('list.maximum', 200, pets(3)),
    again(answer('list.minimum', 200, pets(2))),
  ],
  settings: { today: '2026-11-21' },
};
const CHECKED = CHECKS.filter(({ requirement }) =>
  ['list.limit-honoured', 'list.order', 'list.unique-ids'].includes(requirement),
);

function built(expected: Expected, failOn: FailOn | readonly FailOn[] = 'must', given: Given = broken): Result {
  const run = trace(given);
  const result = buildResult(run, { verdicts: judge(CHECKED, run) }, [failOn].flat(), expected);
  expectSchema(result);
  return result;
}

const limit = (result: Result) => result.requirements.find(({ id }) => id === 'list.limit-honoured');
const signature = limit(built({}))?.signature ?? '';
const entry = {
  requirement: 'list.limit-honoured',
  plan: undefined,
  target: 'test',
  signature,
  reason: 'fixed in 4.2',
  owner: 'team-store',
  link: undefined,
  expires: '2026-12-31',
  line: 12,
};

describe('a result with waivers and pinned observations', () => {
  it('names the signature of what failed, and of nothing else', () => {
    const result = built({});
    expect(signature).toMatch(/^[a-f][\da-f]{5}$/);
    for (const { verdict, signature: one } of result.requirements) expect(one !== undefined).toBe(verdict === 'fail');
    expect(result).not.toHaveProperty('waiverProblems');
    expect(result).not.toHaveProperty('drift');
    expect(result).toMatchObject({ outcome: 'failed', exitCode: 1, settings: { failOn: ['must'] } });
  });

  it('opens for a waiver and keeps the verdict', () => {
    const result = built({ waivers: [entry] });
    expect(result).toMatchObject({ outcome: 'passed', exitCode: 0, waiverProblems: [] });
    expect(limit(result)).toMatchObject({ verdict: 'fail', waiver: { owner: 'team-store', line: 12 } });
  });

  it('fails for a waiver that is expired', () => {
    const result = built({ waivers: [{ ...entry, expires: '2026-11-20' }] });
    expect(result).toMatchObject({ outcome: 'failed', exitCode: 1, waiverProblems: [{ flaw: 'expired', line: 12 }] });
  });

  it('is incomplete if evidence is missing, with or without waivers', () => {
    const given: Given = { ...broken, exchanges: [answer('list.minimum', 200, pets(1))], end: 'unanswered' };
    const result = built({ waivers: [entry] }, 'must', given);
    expect(limit(result)).toMatchObject({ verdict: 'inconclusive' });
    expect(result).toMatchObject({ outcome: 'incomplete', exitCode: 3, waiverProblems: [] });
  });

  it('reports drift, which fails the run with --fail-on drift', () => {
    const pinned = [{ id: 'list.order', value: 'newest first' }];
    const waivers = [entry];
    const drift = [{ id: 'list.order', pinned: 'newest first', seen: 'oldest first' }];
    expect(built({ waivers, pinned })).toMatchObject({ outcome: 'passed', drift });
    expect(built({ waivers, pinned }, ['drift'])).toMatchObject({ outcome: 'failed', exitCode: 1, drift });
    expect(built({ waivers, pinned: [{ id: 'list.order', value: 'oldest first' }] }, 'drift')).toMatchObject({
      outcome: 'passed',
      drift: [],
    });
  });

  it('warns if drift fails the run and nothing is pinned', () => {
    expect(built({}, 'drift').warnings.join()).toMatch(/nothing is pinned for test/);
    expect(built({ pinned: [] }, 'drift').warnings).toEqual([]);
  });
});
