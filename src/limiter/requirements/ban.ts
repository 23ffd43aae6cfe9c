import { because, notApplicable, type Outcome, observed } from '../../rules/outcome.ts';
import { type Evidence, inPhase } from '../evidence/evidence.ts';
import { isAdmitted, isRefused, isUnanswered, type Reading } from '../evidence/reading.ts';

/**
 * limit.ban (info): what happens to a key that keeps sending after 429.
 *
 *   every second   sent  list ──► 429, 429, … then 403   banned after so many refusals
 *   every second   sent  list ──► 429 each time          not banned
 */
export function observeBan({ own }: Evidence): Outcome {
  const sent = inPhase(own, 'ban');
  if (sent.length === 0) return notApplicable(because('option-not-given', { option: '--ban' }));
  const change = sent.find((reading: Reading) => !isRefused(reading) && !isAdmitted(reading) && !isUnanswered(reading));
  const [afterWait] = inPhase(own, 'recovery-retry-after');
  return observed(
    {
      sent: sent.length,
      banned: change !== undefined,
      afterRefusals: own.filter((reading) => isRefused(reading) && reading.sent < (change?.sent ?? Infinity)).length,
      status: change?.status ?? null,
      unanswered: sent.filter(isUnanswered).length,
      servedAgain: sent.some(isAdmitted) || (afterWait === undefined ? null : isAdmitted(afterWait)),
      statusAfterRetryAfter: afterWait?.status ?? null,
    },
    sent.length,
  );
}
