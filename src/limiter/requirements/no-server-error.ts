import { isIntermediary } from '../../exchange/body.ts';
import { because, found, holds, type Outcome, outcomeOf, undecided } from '../../rules/outcome.ts';
import { isOfBurst, isPaced } from '../../text/phases.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { isUnanswered } from '../evidence/reading.ts';
import { SHOWN } from './each-refusal.ts';

/** If a gateway gives a larger share of the responses, too little is known about the service. */
const OF_GATEWAY = 0.1;

/**
 * limit.no-server-error: no 5xx of the service while a quota is exhausted. A gateway's own 5xx is not the service's, and 503 with Retry-After may be either's.
 *
 *   sent  60 lists ──► 59 × 200, 1 × 500 {"code":"internal",…}   failed
 *   sent  60 lists ──► 59 × 200, 1 × 503 <html>…                  passed: a gateway's
 *   sent  60 lists ──► 40 × 200, 20 × 502                         inconclusive: the gateway does not reach the service
 */
export function judgeServerErrors({ own }: Evidence): Outcome {
  const answered = own.filter((reading) => !isUnanswered(reading)).length;
  const failed = own.filter(({ status }) => status >= 500);
  const statuses = [...new Set(failed.map(({ status }) => status))].sort();
  const byService = failed.filter(({ exchange }) => exchange !== undefined && !isIntermediary(exchange.received));
  if (byService.length > 0) {
    const params = {
      count: byService.length,
      answered,
      statuses: [...new Set(byService.map(({ status }) => status))].sort(),
    };
    return outcomeOf([found('server-error-under-load', params, ...byService.slice(0, SHOWN))], answered);
  }
  if (failed.length > answered * OF_GATEWAY)
    return undecided(because('gateway-error', { statuses, count: failed.length }), answered);
  if (!own.some((reading) => (isOfBurst(reading.phase) || isPaced(reading.phase)) && !isUnanswered(reading)))
    return undecided(because('no-burst'), answered);
  return holds(answered);
}
