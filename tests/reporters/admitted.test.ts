import { expect, it } from 'vitest';
import { planSentences } from '../../src/reporters/view/limits.ts';
import type { PlanLimits, RequirementResult } from '../../src/result/result.ts';
import { summaryOf } from '../../src/result/summary/summary.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { markdown } from './formats.ts';
import { limits, result, row } from './results.ts';

const run = (numbers: Partial<PlanLimits>, verdict: RequirementResult['verdict'] = 'pass', plan = 'free') =>
  result({ limits: { free: limits(numbers) }, requirements: [row({ id: 'limit.rejects-excess', plan, verdict })] });

const first = {
  ...{ admittedInWindow: 65, admittedWithoutDraw: 1, admitted: 71, sent: 71, refused: 0, unanswered: 0 },
  retryAfterSeen: [],
};

it('how many were admitted, in each attempt: the limit, fewer, or more and why', () =>
  expectLines(
    goldenIn(import.meta.dirname)('admitted.txt'),
    {
      'the limit': run({}),
      fewer: run({ admittedInWindow: 41 }),
      'more, where quota comes back': run({ admittedInWindow: 61 }),
      'more, wrongly': run({ admittedInWindow: 61 }, 'fail'),
      'more, and nobody knows why': run({ admittedInWindow: 61 }, 'inconclusive'),
      'more, judged of another plan': run({ admittedInWindow: 61 }, 'pass', 'pro'),
      'creates and gets without a fall of Remaining': run(
        { ...first, admittedWithoutDraw: 2, firstLook: first },
        'fail',
      ),
      'neither admitted nor refused': run({
        admitted: 57,
        admittedInWindow: 55,
        byStatus: { 200: 57, 429: 5, 500: 5 },
      }),
      'two attempts, of which the last one had a refill': run({ admittedInWindow: 61, firstLook: first }),
      'large numbers': run({ perWindow: 1_000, firstLook: { ...first, admittedInWindow: 1_000, admitted: 1_003 } }),
    },
    (given) => {
      const sentences = summaryOf(given).plans.flatMap(planSentences);
      for (const sentence of sentences) expect(markdown(given)).toContain(`- free: ${sentence}`);
      return sentences.join(' / ');
    },
  ));
