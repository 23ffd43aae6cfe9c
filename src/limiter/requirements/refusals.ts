import { OTHERS_ALLOWED } from '../../exchange/allowances.ts';
import { bodyOf, isFromIntermediary } from '../../exchange/body.ts';
import { groupBy } from '../../exchange/group.ts';
import {
  because,
  type Conclusion,
  type Finding,
  fail,
  findingOf,
  inconclusive,
  MAX_FINDINGS,
  pass,
  passUnless,
  uncheckedFinding,
} from '../../rules/conclusion.ts';
import { readRate } from '../../rules/rate/rate-reading.ts';
import { isJsonType, schemaFindings } from '../../rules/schema-rule.ts';
import { HEADERS, RATE_HEADERS } from '../../spec/headers.ts';
import type { FindingCode, FindingParams } from '../../text/findings/findings.ts';
import type { Values } from '../../text/template.ts';
import { type Evidence, inPhase, maxOf } from '../evidence/evidence.ts';
import { exhaustingLists } from '../evidence/exhaustion.ts';
import { headerOf, isKeyRefused, isRefused, isUnanswered, type Refusal, retryAfterOf } from '../evidence/requests.ts';

// Requirements of every response above the limit, and of every refusal, whatever the algorithm.

type Flaw = Pick<Finding, 'code' | 'params'>;

/** A flaw of a refusal. Refusals with the same flaw make one finding: `count` of `total` refusals is added to the values. */
const flaw = <Code extends FindingCode>(code: Code, params: Omit<FindingParams<Code>, 'count' | 'total'>): Flaw => ({
  code,
  params: { ...params },
});

/** Enough responses to show a flaw; no verdict depends on it. */
const MAX_CITED = 20;

/** Checks every refusal that `select` accepts, and reports each flaw with its share. */
function eachRefusal(
  { allRefusals }: Evidence,
  flawOf: (refusal: Refusal) => Flaw | undefined,
  select: (refusal: Refusal) => boolean = () => true,
): Conclusion {
  const subjects = allRefusals.filter(select);
  const total = subjects.length;
  if (allRefusals.length === 0) return inconclusive(because('no-429'));
  if (total === 0) return inconclusive(because('no-refusal-shows-it', { refusals: allRefusals.length }));
  const flawed = subjects.flatMap((refusal) => {
    const shownFlaw = flawOf(refusal);
    return shownFlaw === undefined ? [] : [{ ...shownFlaw, refusal }];
  });
  const keyOf = ({ code, params }: Flaw) => JSON.stringify([code, { ...params, example: '' }]);
  const alike = [...groupBy(flawed, keyOf).values()].slice(0, MAX_FINDINGS);
  const findings = alike.flatMap((same) =>
    same.slice(0, 1).map(({ code, params }) => {
      const shown = same.slice(0, MAX_CITED).map(({ refusal }) => refusal);
      return uncheckedFinding(code, { count: same.length, total, ...params }, shown);
    }),
  );
  return passUnless(findings, total);
}

/** limit.error-body: every 429 has the Error body, as `application/json`. */
export const judgeErrorBody = (evidence: Evidence): Conclusion =>
  eachRefusal(evidence, bodyFlaw, ({ exchange: { received } }) => received.cut === undefined);

function bodyFlaw(refusal: Refusal): Flaw | undefined {
  const type = headerOf(refusal, HEADERS.contentType) ?? null;
  if (!isJsonType(type ?? '')) return flaw('refusal-media-type', { type });
  const [problem] = schemaFindings('Error', refusal.exchange);
  if (problem !== undefined) {
    const { code, params, expected: wanted, actual: example } = problem;
    const at = params['place'] ? ` at ${String(params['place'])}` : '';
    return flaw('refusal-not-error', { problem: code, at, wanted, example });
  }
  const body = bodyOf(refusal.exchange.received);
  const { status = null } = (body.kind === 'json' ? body.plain : {}) as Values;
  return status === 429 ? undefined : flaw('refusal-body-status', { value: status });
}

/** limit.headers: a 429 is a response too, so it carries the three headers. */
export function judgeHeaders(evidence: Evidence): Conclusion {
  const headersFlaw = (refusal: Refusal) => {
    const absent = RATE_HEADERS.filter((name) => headerOf(refusal, name) === undefined);
    return absent.length === 0 ? undefined : flaw('refusal-lacks-headers', { absent });
  };
  return eachRefusal(evidence, headersFlaw, ({ exchange }) => !readRate(exchange).isFromCache);
}

/** limit.remaining-zero: a 429 says that nothing is left. Headers of the daily limit, or from a cache, do not count. */
export function judgeRemainingZero(evidence: Evidence): Conclusion {
  const shows = (refusal: Refusal) =>
    headerOf(refusal, HEADERS.remaining) !== undefined &&
    !readRate(refusal.exchange).isFromCache &&
    refusal.day === undefined;
  const remainingFlaw = (refusal: Refusal) => {
    const value = headerOf(refusal, HEADERS.remaining) ?? '';
    return /^0+$/.test(value) ? undefined : flaw('refusal-remaining', { value });
  };
  return eachRefusal(evidence, remainingFlaw, shows);
}

/** limit.retry-after-present: every 429 of every operation has a Retry-After. */
export function judgeRetryAfterPresent(evidence: Evidence): Conclusion {
  return eachRefusal(evidence, (refusal) =>
    headerOf(refusal, HEADERS.retryAfter) === undefined ? flaw('refusal-lacks-retry-after', {}) : undefined,
  );
}

/** limit.retry-after-syntax: `delay-seconds` or an IMF-fixdate (RFC 9110 §10.2.3). */
export function judgeRetryAfterSyntax({ allRefusals }: Evidence): Conclusion {
  const subjects = allRefusals.filter((refusal) => retryAfterOf(refusal) !== undefined);
  if (subjects.length === 0) return inconclusive(because('no-retry-after'));
  const findings = subjects.flatMap((refusal) => {
    const value = retryAfterOf(refusal);
    if (value?.kind !== 'invalid') return [];
    return [findingOf('retry-after-unreadable', { text: value.text, flaw: value.flaw }, refusal)];
  });
  return passUnless(findings.slice(0, MAX_FINDINGS), subjects.length);
}

/**
 * limit.status: a refusal is 429, not another status and not a dropped connection.
 *
 *   sent  60 lists ──► 60 × 200
 *   sent  2 lists  ──► 429, 429       passed
 *   sent  2 lists  ──► 503, 503       failed
 *   sent  4 lists  ──► no response    failed, if the service responds again before the window is over
 */
export function judgeStatus(evidence: Evidence): Conclusion {
  const above = inPhase(evidence.unpaced, 'burst', 'top-up', 'operations', 'half-window', 'before-reset');
  const refused = above.filter(isRefused);
  // A request is not refused if its headers show remaining quota, or a later list was admitted.
  const last = maxOf(inPhase(evidence.admittedDraws, 'burst', 'top-up').map(({ sent }) => sent));
  const unserved = above.filter(({ remaining = 0, received }) => remaining <= 0 && received > last);
  const otherErrors = unserved.filter(({ decision }) => decision === 'other-error');
  const lost = unserved.filter(isUnanswered);
  const subjects = refused.length + otherErrors.length;
  // A key may be banned after its first 429 (rule 5).
  const other = refused.length === 0 ? otherErrors : otherErrors.filter((request) => !isKeyRefused(request));
  // A single one may be an accident (refuses-get-with-503 is refused once).
  if (other.length > 1) return fail([statusFinding(other, refused)], subjects);
  // One lost response is an accident. If all above the limit are lost, it refuses them, or crashed (drops-refused-connections).
  if (refused.length === 0 && lost.length > OTHERS_ALLOWED && exhaustingLists(evidence).length >= evidence.limit) {
    const finding = findingOf('dropped-above-limit', { count: lost.length }, ...lost.slice(0, MAX_CITED));
    return fail([finding], lost.length, because('crash'));
  }
  if (refused.length === 0)
    return inconclusive(because('no-429-above-limit', { other: otherErrors.length, lost: lost.length }), subjects);
  const [odd] = other;
  if (odd !== undefined) {
    // A gateway in front of the limiter shows no Remaining.
    if (odd.remaining !== undefined) return fail([statusFinding(other, refused)], subjects, because('temporary-cause'));
    return inconclusive(because('one-other-status', { statuses: statuses(other), refused: refused.length }), subjects);
  }
  return pass(subjects);
}

const statusFinding = (other: Evidence['requests'], { length: refused }: Evidence['requests']) =>
  findingOf(
    'refused-without-429',
    { count: other.length, statuses: statuses(other), refused },
    ...other.slice(0, MAX_CITED),
  );

const statuses = (requests: Evidence['requests']): number[] =>
  [...new Set(requests.map(({ status }) => status))].sort();

/** With a larger share of errors of a gateway, the run shows too little (refuses-with-503, but not now-and-then-in-maintenance). */
const MAX_GATEWAY_SHARE = 0.1;

/** limit.no-server-error: no 5xx of the service while a limit is exhausted. A gateway's, or a 503 with Retry-After, does not count. */
export function judgeServerErrors({ requests, unpaced }: Evidence): Conclusion {
  const answered = requests.filter((request) => !isUnanswered(request)).length;
  const failed = requests.filter(({ status }) => status >= 500);
  const byService = failed.filter(({ exchange }) => exchange !== undefined && !isFromIntermediary(exchange.received));
  if (byService.length > 0) {
    const params = { count: byService.length, answered, statuses: statuses(byService) };
    return fail([findingOf('server-error-under-load', params, ...byService.slice(0, MAX_CITED))], answered);
  }
  if (failed.length > answered * MAX_GATEWAY_SHARE)
    return inconclusive(because('gateway-error', { statuses: statuses(failed), count: failed.length }), answered);
  if (inPhase(unpaced, 'burst').every(isUnanswered)) return inconclusive(because('no-burst'), answered);
  return pass(answered);
}
