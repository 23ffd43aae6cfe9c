import { because, found, holds, type Outcome, undecided } from '../../../rules/outcome.ts';
import { type Evidence, inSeconds, latest } from '../../evidence/evidence.ts';
import { dayAnswers } from '../../evidence/policy.ts';
import { promises } from '../../evidence/promise.ts';
import { isAllRestored } from '../observed.ts';
import { judgeResetTruth } from '../reset-true.ts';

/**
 * limit.retry-after-reasonable (should): not longer than the rest of the window, plus rounding. If Reset was confirmed, the window ends there.
 *
 *   0 s    sent  list ──► 200, Reset 60 s
 *   30 s   sent  list ──► 429, Retry-After 30   passed
 *   30 s   sent  list ──► 429, Retry-After 60   warning: the window is over in 30 s
 */
export function judgeRetryAfterReasonable(evidence: Evidence): Outcome {
  const promised = promises(evidence, evidence.refusals);
  const subjects = promised.length;
  if (subjects === 0) return undecided(because('no-retry-after'));
  if (dayAnswers(evidence)) return undecided(because('day-limit-answered'), subjects);
  const last = latest(evidence.refusals, ({ sent }) => sent);
  // Of a weighted counter, only a part is back then (`weighted-counter`).
  const resetHolds = isAllRestored(evidence) && judgeResetTruth(evidence).kind === 'holds';
  const findings = promised.flatMap(({ refusal, text, due }) => {
    const reset = refusal.reset === undefined ? -Infinity : refusal.reset * 1_000 - evidence.clock.from + 2_000;
    const window = refusal.received + evidence.windowMs + 2_000;
    const generous = Math.max(window, Math.min(reset, window + evidence.windowMs));
    // Rounded up and padded by a second, it counts from the receipt.
    const exact = reset + 1_000 + refusal.received - refusal.sent;
    if (due <= (resetHolds && refusal.reset !== undefined ? Math.min(exact, generous) : generous)) return [];
    const params = { text, window: evidence.experiment.windowSeconds, wait: inSeconds(due - refusal.received) };
    return [found('retry-after-too-long', params, refusal, last ?? refusal)];
  });
  if (findings.length > 0) return { kind: 'broken', findings: findings.slice(0, 3), subjects, level: 'should' };
  return holds(subjects);
}
