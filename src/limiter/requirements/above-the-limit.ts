import { isIntermediary } from '../../exchange/body.ts';
import { because, brokenUnless, found, holds, type Outcome, outcomeOf, undecided } from '../../rules/outcome.ts';
import { isOfBurst, isPaced } from '../../text/phases.ts';
import { type Evidence, inPhase } from '../evidence/evidence.ts';
import { drawn, SPARE } from '../evidence/exhaustion.ts';
import { isRefused, isUnanswered, type Reading } from '../evidence/reading.ts';
import { SHOWN } from './each-refusal.ts';

/** Responses other than 429 above the limit that a single accident explains (`refuses-get-with-503` is refused once). */
const ACCIDENTS = 1;

/**
 * limit.status: a refusal is 429, not another status and not a dropped connection.
 *
 *   sent  60 lists ──► 60 × 200
 *   sent  2 lists  ──► 429, 429       passed
 *   sent  2 lists  ──► 503, 503       failed
 *   sent  4 lists  ──► no response    failed, if the service answers again before the window is over
 */
export function judgeStatus(evidence: Evidence): Outcome {
  const above = inPhase(evidence.minute, 'burst', 'top-up', 'operations', 'half-window', 'before-reset').filter(
    ({ fate }) => fate !== 'admitted',
  );
  const refused = above.filter(isRefused);
  const turned = above.filter((reading) => reading.fate === 'turned-away' && !belowLimit(evidence, reading));
  const lost = above.filter((reading) => isUnanswered(reading) && !belowLimit(evidence, reading));
  const subjects = refused.length + turned.length;
  const banned = turned.filter(({ status }) => status === 401 || status === 403);
  const other = refused.length === 0 ? turned : turned.filter((reading) => !banned.includes(reading));
  if (other.length > ACCIDENTS) return outcomeOf([otherwise(other, refused)], subjects);
  // One lost response is an accident; a dropped connection for every request above the limit is a refusal, or a crash (`drops-refused-connections`).
  if (refused.length === 0 && lost.length > SPARE && drawn(evidence).length >= evidence.limit) {
    const finding = found('dropped-above-limit', { count: lost.length }, ...lost.slice(0, SHOWN));
    return brokenUnless(because('crash'), finding, lost.length);
  }
  if (refused.length === 0)
    return undecided(because('no-429-above-limit', { other: turned.length, lost: lost.length }), subjects);
  const [odd] = other;
  if (odd !== undefined) {
    // A gateway in front of the limiter shows no Remaining.
    if (odd.remaining !== undefined)
      return brokenUnless(because('temporary-cause'), otherwise(other, refused), subjects);
    return undecided(because('one-other-status', { statuses: statuses(other), refused: refused.length }), subjects);
  }
  return holds(subjects);
}

/** Not a refusal: its headers show remaining quota, or a later list was admitted. */
function belowLimit(evidence: Evidence, reading: Reading): boolean {
  if ((reading.remaining ?? 0) > 0) return true;
  return inPhase(evidence.admittedLists, 'burst', 'top-up').some(({ sent }) => sent >= reading.received);
}

const otherwise = (other: readonly Reading[], { length: refused }: readonly Reading[]) =>
  found('refused-without-429', { count: other.length, statuses: statuses(other), refused }, ...other.slice(0, SHOWN));

const statuses = (readings: readonly Reading[]): number[] => [...new Set(readings.map(({ status }) => status))].sort();

/** If a gateway gives a larger share of the responses, too little is known about the service. */
const OF_GATEWAY = 0.1;

/**
 * limit.no-server-error: no 5xx of the service while a quota is exhausted. A gateway's own 5xx is not the service's, and 503 with Retry-After may be either's.
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
