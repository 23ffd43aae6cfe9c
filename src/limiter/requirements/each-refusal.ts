import { bodyOf } from '../../exchange/body.ts';
import { groupBy } from '../../exchange/journal/group.ts';
import { because, findingOf, found, type Outcome, outcomeOf, undecided } from '../../rules/outcome.ts';
import { errorBodyFinding } from '../../rules/schema.ts';
import { HEADERS, RATE_HEADERS } from '../../spec/headers.ts';
import type { FindingCode, FindingParams } from '../../text/findings/index.ts';
import type { Values } from '../../text/template.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { headerOf, type Refusal, rateOf, retryAfterOf } from '../evidence/reading.ts';

// What every single refusal must have, whatever the limiter is.

/** A flaw of a refusal: the code and the values of its finding. Refusals with the same flaw make one finding. */
interface Flaw {
  readonly code: FindingCode;
  readonly params: Values;
}

/** `count` of `total` refusals is added to the values. */
const flaw = <Code extends FindingCode>(code: Code, params: Omit<FindingParams<Code>, 'count' | 'total'>): Flaw => ({
  code,
  params: { ...params },
});

/** Enough refusals to show a flaw. */
export const SHOWN = 20;

/** Checks every refusal that `select` accepts, and reports each flaw with its share. */
function eachRefusal(
  { ownRefusals }: Evidence,
  select: (refusal: Refusal) => boolean,
  flawOf: (refusal: Refusal) => Flaw | undefined,
): Outcome {
  const subjects = ownRefusals.filter(select);
  const total = subjects.length;
  if (ownRefusals.length === 0) return undecided(because('no-429'));
  if (total === 0) return undecided(because('no-refusal-shows-it', { refusals: ownRefusals.length }));
  const flawed = subjects.flatMap((refusal) => {
    const one = flawOf(refusal);
    return one === undefined ? [] : [{ ...one, refusal }];
  });
  const alike = [...groupBy(flawed, ({ code, params }) => JSON.stringify([code, params])).values()].slice(0, 5);
  const findings = alike.flatMap((same) =>
    same.slice(0, 1).map(({ code, params }) => {
      const shown = same.slice(0, SHOWN).map(({ refusal }) => refusal);
      return findingOf(code, { count: same.length, total, ...params }, shown);
    }),
  );
  return outcomeOf(findings, total);
}

/** limit.error-body: every 429 has the Error body, as `application/json`. */
export function judgeErrorBody(evidence: Evidence): Outcome {
  return eachRefusal(evidence, ({ exchange: { received } }) => received.cut === undefined, bodyFlaw);
}

function bodyFlaw(refusal: Refusal): Flaw | undefined {
  const type = headerOf(refusal, HEADERS.contentType) ?? null;
  if (!/^application\/json\s*(;|$)/i.test(type ?? '')) return flaw('refusal-media-type', { type });
  const problem = errorBodyFinding(refusal.exchange);
  if (problem !== undefined) return flaw('refusal-not-error', { problem: problem.code, body: problem.actual });
  const body = bodyOf(refusal.exchange.received);
  const { status = null } = (body.kind === 'json' ? body.plain : {}) as Values;
  return status === 429 ? undefined : flaw('refusal-body-status', { value: status });
}

/** limit.headers: a 429 is a response too, so it carries the three headers. */
export function judgeHeaders(evidence: Evidence): Outcome {
  return eachRefusal(
    evidence,
    (refusal) => !rateOf(refusal).stored,
    (refusal) => {
      const absent = RATE_HEADERS.filter((name) => headerOf(refusal, name) === undefined);
      return absent.length === 0 ? undefined : flaw('refusal-lacks-headers', { absent });
    },
  );
}

/**
 * limit.remaining-zero: a 429 says that nothing is left. If the headers describe the limit of the day, they say nothing about the minute's.
 */
export function judgeRemainingZero(evidence: Evidence): Outcome {
  const shows = (refusal: Refusal) =>
    headerOf(refusal, HEADERS.remaining) !== undefined && !rateOf(refusal).stored && refusal.day === undefined;
  return eachRefusal(evidence, shows, (refusal) => {
    const value = headerOf(refusal, HEADERS.remaining) ?? '';
    return /^0+$/.test(value) ? undefined : flaw('refusal-remaining', { value });
  });
}

/** limit.retry-after-present: every 429 of every operation has a Retry-After. */
export function judgeRetryAfterPresent(evidence: Evidence): Outcome {
  return eachRefusal(
    evidence,
    () => true,
    (refusal) =>
      headerOf(refusal, HEADERS.retryAfter) === undefined ? flaw('refusal-lacks-retry-after', {}) : undefined,
  );
}

/** limit.retry-after-syntax: `delay-seconds` or an IMF-fixdate (RFC 9110 §10.2.3). */
export function judgeRetryAfterSyntax({ ownRefusals }: Evidence): Outcome {
  const subjects = ownRefusals.filter((refusal) => retryAfterOf(refusal) !== undefined);
  if (subjects.length === 0) return undecided(because('no-retry-after'));
  const findings = subjects.flatMap((refusal) => {
    const value = retryAfterOf(refusal);
    if (value?.kind !== 'invalid') return [];
    return [found('retry-after-unreadable', { text: value.text, flaw: value.flaw }, refusal)];
  });
  return outcomeOf(findings.slice(0, 5), subjects.length);
}
