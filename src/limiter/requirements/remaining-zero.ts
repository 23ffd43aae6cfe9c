import type { Outcome } from '../../rules/outcome.ts';
import { isStored } from '../../rules/rate/reading.ts';
import { HEADERS } from '../../spec/headers.ts';
import { eachRefusal, flaw } from '../evidence/each-refusal.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { headerOf, type Refusal } from '../evidence/reading.ts';

/**
 * limit.remaining-zero: a 429 says that nothing is left. If the headers describe the limit of the day, they say nothing about the minute's.
 *
 *   sent  list ──► 200, Remaining 0
 *   sent  list ──► 429, Limit 60, Remaining 0      passed
 *   sent  list ──► 429, Limit 60, Remaining -1     failed
 *   sent  list ──► 429, Limit 1000, Remaining 712  not judged: the day's numbers
 */
export function judgeRemainingZero(evidence: Evidence): Outcome {
  const shows = (refusal: Refusal) =>
    headerOf(refusal, HEADERS.remaining) !== undefined && !isStored(refusal.exchange) && refusal.day === undefined;
  return eachRefusal(evidence, shows, (refusal) => {
    const value = headerOf(refusal, HEADERS.remaining) ?? '';
    return /^0+$/.test(value) ? undefined : flaw('refusal-remaining', { value });
  });
}
