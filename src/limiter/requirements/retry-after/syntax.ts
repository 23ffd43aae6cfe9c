import { because, found, type Outcome, outcomeOf, undecided } from '../../../rules/outcome.ts';
import { HEADERS } from '../../../spec/headers.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { headerOf, retryAfterOf } from '../../evidence/reading.ts';

/**
 * limit.retry-after-syntax: `delay-seconds` or an IMF-fixdate (RFC 9110 §10.2.3).
 *
 *   sent  list ──► 429, Retry-After: 12                              passed
 *   sent  list ──► 429, Retry-After: Sat, 21 Nov 2026 05:00:00 GMT   passed
 *   sent  list ──► 429, Retry-After: 12.5                            failed: a fraction
 */
export function judgeRetryAfterSyntax({ ownRefusals }: Evidence): Outcome {
  const subjects = ownRefusals.filter((refusal) => headerOf(refusal, HEADERS.retryAfter) !== undefined);
  if (subjects.length === 0) return undecided(because('no-retry-after'));
  const findings = subjects.flatMap((refusal) => {
    const value = retryAfterOf(refusal);
    const text = headerOf(refusal, HEADERS.retryAfter) ?? '';
    return value?.kind === 'invalid' ? [found('retry-after-unreadable', { text, flaw: value.flaw }, refusal)] : [];
  });
  return outcomeOf(findings.slice(0, 5), subjects.length);
}
