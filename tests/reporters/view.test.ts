import { expect, it } from 'vitest';
import { planSentences, remarks } from '../../src/reporters/view/limits.ts';
import { residueCount, residueSentence } from '../../src/reporters/view/residue.ts';
import type { PlanLimits, RequirementResult } from '../../src/result/result.ts';
import { summaryOf } from '../../src/result/summary/summary.ts';
import type { ObservedValue } from '../../src/rules/outcome.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { github, html, junit, markdown, terminal } from './formats.ts';
import { failing, limits, result, row } from './results.ts';

const created = { id: '7', name: 'Storecheck', probe: 'create.available', exchange: 1 };
const unnamed = { ...created, id: null, name: null };

it('the remaining animals of a run are counted by what is known of them', () =>
  expectLines(
    goldenIn(import.meta.dirname)('residue.txt'),
    { none: [], one: [created], both: [created, created, ...Array(12).fill(unnamed)], unknown: [unnamed] },
    (residue) => `${residueSentence(residue)} (${residueCount(residue)})`,
  ));

it.each([true, undefined])('the command of a violation says if it can create an animal (%s)', (creates) => {
  const findings = failing.findings.map((one) => ({ ...one, ...(creates === true ? { creates } : {}) }));
  const given = result({ outcome: 'failed', exitCode: 1, requirements: [{ ...failing, findings }] });
  for (const text of [terminal(given), junit(given), github(given), html({ result: given, exchanges: [] })])
    expect(text.includes('(can create an animal that remains)')).toBe(creates === true);
});

type Saw = { readonly [name: string]: ObservedValue };

/** The limiters that fit each plan. */
const kinds = (fits: Readonly<Record<string, readonly string[]>>) =>
  result({
    limits: Object.fromEntries(
      Object.entries(fits).map(([plan, shapes]) => [
        plan,
        limits({ algorithm: { class: 'not determined', fits: [...shapes] } }),
      ]),
    ),
  });
const saw = (id: string, plan: string, value: Saw) => row({ id, plan, level: 'observe', verdict: 'observed', value });
const prolonging = (prolongsTheWait: boolean) =>
  result({ limits: { free: limits() }, requirements: [saw('limit.rejects-count', 'free', { prolongsTheWait })] });
const showing = (...limitsSeen: number[]) => result({ limits: { free: limits({ limitsSeen }) } });
it('a remark on a limit is printed once for all its plans', () =>
  expectLines(
    goldenIn(import.meta.dirname)('remarks.txt'),
    {
      'several kinds': kinds({
        free: ['window from the first request', 'window on the clock'],
        pro: ['window on the clock'],
        business: ['rolling window'],
      }),
      'fixed or sliding': kinds({ free: ['window from the first request', 'rolling window'] }),
      'none that fits': kinds({ free: [] }),
      'a refusal that prolongs the wait': prolonging(true),
      'a refusal that does not': prolonging(false),
      'the limit of the plan': showing(60),
      'another limit, too': showing(60, 1000),
      'only another limit': showing(1000),
    },
    (given) => remarks(summaryOf(given)).join(' / '),
  ));

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
