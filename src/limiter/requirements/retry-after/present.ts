import type { Outcome } from '../../../rules/outcome.ts';
import { HEADERS } from '../../../spec/headers.ts';
import { eachRefusal, flaw } from '../../evidence/each-refusal.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { headerOf } from '../../evidence/reading.ts';

/**
 * limit.retry-after-present: every 429 of every operation has a Retry-After.
 *
 *   sent  list   ──► 429, Retry-After 12   passed
 *   sent  create ──► 429                   failed
 */
export function judgeRetryAfterPresent(evidence: Evidence): Outcome {
  return eachRefusal(
    evidence,
    () => true,
    (refusal) =>
      headerOf(refusal, HEADERS.retryAfter) === undefined ? flaw('refusal-lacks-retry-after', {}) : undefined,
  );
}
