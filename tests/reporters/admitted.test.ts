import { describe, expect, it } from 'vitest';
import { planSentences } from '../../src/reporters/view/limits.ts';
import type { RequirementResult } from '../../src/result/result.ts';
import { summaryOf } from '../../src/result/summary/summary.ts';
import { markdown } from './formats.ts';
import { limits, result, row } from './results.ts';

const pushed = (admittedInWindow: number, verdict: RequirementResult['verdict'], plan = 'free') =>
  result({
    limits: { free: limits({ admittedInWindow }) },
    requirements: [row({ id: 'limit.rejects-excess', plan, verdict })],
  });

const NO_ATTEMPT = { admittedWithoutDraw: 0, unanswered: 0, retryAfterSeen: [] };

const MEANWHILE = '61 admitted by the end of the burst (window: 60 s): the limit of 60 and 1 that refilled meanwhile';

describe('how many were admitted', () => {
  it.each([
    ['the limit', pushed(60, 'pass'), '60 of 60 admitted by the end of the burst (window: 60 s)'],
    ['fewer', pushed(41, 'pass'), '41 of 60 admitted by the end of the burst (window: 60 s)'],
    ['more, where quota comes back', pushed(61, 'pass'), MEANWHILE],
    ['more, wrongly', pushed(61, 'fail'), '61 of 60 admitted by the end of the burst (window: 60 s)'],
    ['more, and nobody knows why', pushed(61, 'inconclusive'), MEANWHILE.replace('refilled', 'may have refilled')],
    [
      'more, judged of another plan',
      pushed(61, 'pass', 'pro'),
      '61 of 60 admitted by the end of the burst (window: 60 s)',
    ],
  ])('%s', (_name, given, says) => {
    const [plan] = summaryOf(given).plans;
    expect(plan && planSentences(plan)).toEqual([
      `${says}, ${62 - (given.limits['free']?.admittedInWindow ?? 0)} more in other steps; 5 of 67 requests refused (Retry-After values: 60, 30)`,
    ]);
  });

  it('names creates and gets without a fall of Remaining apart, in each attempt', () => {
    const counts = { ...NO_ATTEMPT, admittedInWindow: 65, admittedWithoutDraw: 2, admitted: 71, sent: 71, refused: 0 };
    const free = limits({ ...counts, retryAfterSeen: [], firstLook: { ...counts, admittedWithoutDraw: 1 } });
    expect(summaryOf(result({ limits: { free } })).plans.flatMap(planSentences)).toEqual([
      'first attempt: 65 of 60 admitted by the end of the burst (window: 60 s), 1 create or read for which Remaining did not decrease, 5 more in other steps; 0 of 71 requests refused',
      'second attempt: 65 of 60 admitted by the end of the burst (window: 60 s), 2 creates or reads for which Remaining did not decrease, 4 more in other steps; 0 of 71 requests refused',
    ]);
  });

  it('counts the responses that are neither an admission nor a refusal', () => {
    const free = limits({
      admittedInWindow: 55,
      admitted: 57,
      sent: 68,
      refused: 6,
      byStatus: { 200: 57, 429: 6, 500: 5 },
    });
    const [said] = summaryOf(result({ limits: { free } })).plans.flatMap(planSentences);
    expect(said).toMatch(/; 6 of 68 requests refused \(.*\); 5 other responses \(500\)$/);
  });

  it('has the same form for each of two attempts', () => {
    const given = result({
      limits: {
        pro: limits({
          perWindow: 1_000,
          firstLook: { ...NO_ATTEMPT, admittedInWindow: 1_000, admitted: 1_003, sent: 1_008, refused: 5 },
        }),
      },
    });
    const first = '1,000 of 1,000 admitted by the end of the burst (window: 60 s), 3 more in other steps';
    expect(summaryOf(given).plans.flatMap(planSentences)[0]).toBe(
      `first attempt: ${first}; 5 of 1,008 requests refused`,
    );
    expect(markdown(given)).toContain(`- pro: first attempt: ${first}; 5 of 1,008 requests refused`);
    expect(markdown(given)).toContain('- pro: second attempt: ');
  });

  it('names a refill of the last attempt only', () => {
    const given = pushed(61, 'pass');
    const free = limits({
      admittedInWindow: 61,
      firstLook: { ...NO_ATTEMPT, admittedInWindow: 62, admitted: 62, sent: 67, refused: 5 },
    });
    const [first, second] = summaryOf({ ...given, limits: { free } }).plans.flatMap(planSentences);
    expect(first).toBe(
      'first attempt: 62 of 60 admitted by the end of the burst (window: 60 s); 5 of 67 requests refused',
    );
    expect(second).toContain(`second attempt: ${MEANWHILE},`);
  });

  it('is in the summary too', () => {
    expect(markdown(pushed(61, 'pass'))).toContain(`- free: ${MEANWHILE}, 1 more in other steps;`);
  });
});
