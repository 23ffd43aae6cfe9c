import { expect, it } from 'vitest';
import { judgeTrace } from '../../src/judge/check.ts';
import type { FailOn } from '../../src/judge/gate/gate.ts';
import { buildResult, type Expected } from '../../src/result/build.ts';
import type { Result } from '../../src/result/result.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { expectSchema } from '../results-schema.ts';
import { again, answer, type Draft, type Given, pets, trace } from '../trace.ts';

const above = answer('list.minimum', 200, pets(2));
/** One must fails: two animals where one was asked for. */
const broken: readonly Draft[] = [above, answer('list.maximum', 200, pets(3)), again(above)];
const JUDGED: readonly string[] = ['list.limit-honoured', 'list.order', 'list.unique-ids'];

function built(expected: Expected, failOn: FailOn = 'must', given: Given = { exchanges: broken }): Result {
  const run = trace(given);
  const result = buildResult(
    run,
    { verdicts: judgeTrace(run).filter(({ id }) => JUDGED.includes(id)) },
    [failOn],
    expected,
  );
  expectSchema(result);
  return result;
}

const limit = (result: Result) => result.requirements.find(({ id }) => id === 'list.limit-honoured');
const signature = limit(built({}))?.signature ?? '';
const reasons = { reason: 'fixed in 4.2', owner: 'team-store', line: 12 };
const entry = { requirement: 'list.limit-honoured', target: 'test', signature, ...reasons, expires: '2026-12-31' };
const waived = { waivers: [entry] };
const pinned = (value: string) => ({ ...waived, pinned: [{ id: 'list.order', value }] });

it('a result names the signature of what failed, and of nothing else', () => {
  for (const { verdict, signature: one } of built({}).requirements) expect(one !== undefined).toBe(verdict === 'fail');
});

// Which waivers and observations match, and what fails a run: tests/judge.
it('a result with waivers and pinned observations has this outcome', () =>
  expectLines(
    goldenIn(import.meta.dirname)('expected.txt'),
    {
      'nothing is expected': built({}),
      'a waiver': built(waived),
      'an expired waiver': built({ waivers: [{ ...entry, expires: '2026-11-20' }] }),
      'a waiver, and missing evidence': built(waived, 'must', {
        exchanges: [answer('list.minimum', 200, pets(1))],
        end: 'unanswered',
      }),
      'drift, with --fail-on drift': built(pinned('newest first'), 'drift'),
      'nothing is pinned, with --fail-on drift': built({}, 'drift'),
      'no observation is pinned, with --fail-on drift': built({ pinned: [] }, 'drift'),
    },
    (result) => {
      const { outcome, exitCode, waiverProblems, drift, notes } = result;
      const waiver = limit(result)?.waiver?.owner ?? 'none';
      const shown = { waiver, waiverProblems, drift, notes: notes.map(({ code }) => code) };
      return `${outcome}, exit ${exitCode}, ${JSON.stringify(shown)}`;
    },
  ));
