import { bodyOf, isIntermediary, isRecord } from '../../exchange/index.ts';
import {
  because,
  brokenUnless,
  found,
  holds,
  type Outcome,
  outcomeOf,
  undecided,
  type Values,
} from '../../rules/outcome.ts';
import { isStored } from '../../rules/rate/reading.ts';
import { HEADERS, RATE_HEADERS } from '../../spec/headers.ts';
import { banSuspected } from '../evidence/day.ts';
import { eachRefusal, type Flaw, SHOWN } from '../evidence/each-refusal.ts';
import { type Evidence, inPhase, most } from '../evidence/evidence.ts';
import { drawn } from '../evidence/exhaustion.ts';
import { showsDay } from '../evidence/policy.ts';
import { headerOf, isList, isRefused, isUnanswered, type Reading, type Refusal } from '../evidence/reading.ts';

/** Responses other than 429 above the limit that no single accident explains. */
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
  if (other.length > ACCIDENTS)
    return outcomeOf(
      [
        found(
          'refused-without-429',
          { count: other.length, statuses: statuses(other), refused: refused.length },
          ...other.slice(0, SHOWN),
        ),
      ],
      subjects,
    );
  // One lost response is an accident; a dropped connection for every request above the limit is a refusal. Below it, a restart explains it.
  if (refused.length === 0 && lost.length > 3 && drawn(evidence).length >= evidence.limit)
    return dropped(evidence, lost);
  if (!evidence.experiment.complete) return undecided(because('experiment-incomplete'), subjects);
  if (refused.length === 0)
    return undecided(because('no-429-above-limit', { other: turned.length, lost: lost.length }), subjects);
  if (other.length > 0)
    return undecided(because('one-other-status', { statuses: statuses(other), refused: refused.length }), subjects);
  if (banSuspected(evidence) && !banned.some(isList)) return undecided(because('ban-suspected'), subjects);
  return holds(subjects);
}

/**
 * A service that crashed at that moment, and came back without its counters or not at all, looks like one that drops
 * connections.
 */
function dropped(evidence: Evidence, lost: readonly Reading[]): Outcome {
  const finding = found('dropped-above-limit', { count: lost.length }, ...lost.slice(0, SHOWN));
  const until = most(lost.map(({ received }) => received));
  const back = evidence.minute.find((reading) => reading.sent > until && !isUnanswered(reading));
  const over = (drawn(evidence)[0]?.sent ?? 0) + evidence.windowMs;
  const crashed = back === undefined || (back.sent < over && (back.remaining ?? 0) >= evidence.limit - 1);
  return crashed ? brokenUnless(because('crash'), finding, lost.length) : outcomeOf([finding], lost.length);
}

/** Not a refusal: its headers show remaining quota, or a later list was admitted. */
function belowLimit(evidence: Evidence, reading: Reading): boolean {
  if ((reading.remaining ?? 0) > 0) return true;
  return inPhase(evidence.admittedLists, 'burst', 'top-up').some(({ sent }) => sent >= reading.received);
}

const statuses = (readings: readonly Reading[]): number[] => [...new Set(readings.map(({ status }) => status))].sort();

/**
 * limit.no-server-error: no 5xx of the service while a quota is exhausted. A gateway's own 5xx is not the service's.
 *
 *   sent  60 lists ──► 59 × 200, 1 × 500 {"code":"internal",…}   failed
 *   sent  60 lists ──► 59 × 200, 1 × 503 <html>…                  inconclusive: a gateway's
 */
export function judgeServerErrors({ own, experiment }: Evidence): Outcome {
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
  if (failed.length > 0) return undecided(because('gateway-error', { statuses, count: failed.length }), answered);
  if (!experiment.complete) return undecided(because('experiment-incomplete'), answered);
  const exhausting = ['burst', 'sustain', 'daily'];
  if (!own.some((reading) => exhausting.includes(reading.phase) && !isUnanswered(reading)))
    return undecided(because('no-burst'), answered);
  return holds(answered);
}

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
      if (absent.length === 0) return undefined;
      return {
        key: absent.join(),
        found: (share, ...shown) => found('refusal-lacks-headers', { ...share, absent }, ...shown),
      };
    },
  );
}

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
    headerOf(refusal, HEADERS.remaining) !== undefined && !isStored(refusal.exchange) && !showsDay(evidence, refusal);
  return eachRefusal(evidence, shows, (refusal) => {
    const value = headerOf(refusal, HEADERS.remaining) ?? '';
    if (/^0+$/.test(value)) return undefined;
    return { key: value, found: (share, ...shown) => found('refusal-remaining', { ...share, value }, ...shown) };
  });
}

/**
 * limit.error-body: every 429 has the Error body.
 *
 *   sent  list ──► 429 application/json {"code":"rate_limited","message":"…","status":429}   passed
 *   sent  list ──► 429 text/html <html>…                                                      failed
 */
export function judgeErrorBody(evidence: Evidence): Outcome {
  return eachRefusal(evidence, ({ exchange: { received } }) => received.cut === undefined, bodyFlaw);
}

function bodyFlaw(refusal: Refusal): Flaw | undefined {
  const { received } = refusal.exchange;
  const type = headerOf(refusal, HEADERS.contentType) ?? null;
  if (!/^application\/json\s*(;|$)/i.test(type ?? ''))
    return {
      key: `type ${type}`,
      found: (share, ...shown) => found('refusal-media-type', { ...share, type }, ...shown),
    };
  const body = bodyOf(received);
  if (body.kind !== 'json' || !isRecord(body.value)) return notAnError(body.kind);
  const error = body.plain as Values;
  const absent = ['code', 'message', 'status'].find((field) => error[field] === undefined);
  if (absent !== undefined)
    return {
      key: `no ${absent}`,
      found: (share, ...shown) => found('refusal-lacks-field', { ...share, field: absent }, ...shown),
    };
  const wrong = ['code', 'message'].find((field) => typeof error[field] !== 'string');
  if (wrong !== undefined) return typeFlaw(wrong, error[wrong] ?? null);
  const value = error['status'] ?? null;
  return value === 429
    ? undefined
    : {
        key: `status ${JSON.stringify(value)}`,
        found: (share, ...shown) => found('refusal-body-status', { ...share, value }, ...shown),
      };
}

const notAnError = (body: string): Flaw => ({
  key: `body ${body}`,
  found: (share, ...shown) => found('refusal-not-error', { ...share, body }, ...shown),
});

const typeFlaw = (field: string, value: Values[string]): Flaw => ({
  key: `${field} ${JSON.stringify(value)}`,
  found: (share, ...shown) => found('refusal-field-type', { ...share, field, value }, ...shown),
});
