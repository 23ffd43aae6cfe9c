import type { Outcome } from '../../rules/outcome.ts';
import { isStored } from '../../rules/rate/reading.ts';
import { RATE_HEADERS } from '../../spec/headers.ts';
import { eachRefusal, flaw } from '../evidence/each-refusal.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { headerOf } from '../evidence/reading.ts';

/**
 * limit.headers: a 429 is a response too, so it carries the three headers.
 *
 *   sent  list ──► 429, Limit 60, Remaining 0, Reset 1795216920   passed
 *   sent  list ──► 429, Retry-After 12 and nothing else           failed
 */
export function judgeHeaders(evidence: Evidence): Outcome {
  return eachRefusal(
    evidence,
    ({ exchange }) => !isStored(exchange),
    (refusal) => {
      const absent = RATE_HEADERS.filter((name) => headerOf(refusal, name) === undefined);
      return absent.length === 0 ? undefined : flaw('refusal-lacks-headers', { absent });
    },
  );
}
