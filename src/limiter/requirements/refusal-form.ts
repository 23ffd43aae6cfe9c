import { bodyOf, isRecord } from '../../exchange/index.ts';
import { type Outcome, outcomeOf, undecided } from '../../rules/outcome.ts';
import { isStored } from '../../rules/rate/reading.ts';
import { HEADERS, RATE_HEADERS } from '../../spec/headers.ts';
import { finding } from '../evidence/describe.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { showsDay } from '../evidence/policy.ts';
import { headerOf, type Refusal } from '../evidence/reading.ts';

/** What one 429 should show and does not: expected and actual, or undefined. */
type Look = (refusal: Refusal) => readonly [expected: string, actual: string] | undefined;

function eachRefusal(evidence: Evidence, takes: (refusal: Refusal) => boolean, name: string, look: Look): Outcome {
  const { ownRefusals } = evidence;
  const subjects = ownRefusals.filter(takes);
  if (ownRefusals.length === 0) return undecided('no 429 of the minute limit was seen', 0);
  if (subjects.length === 0) return undecided(`none of ${ownRefusals.length} answers with 429 shows it`, 0);
  const byActual = new Map<string, { expected: string; refusals: Refusal[] }>();
  for (const refusal of subjects) {
    const shown = look(refusal);
    if (shown === undefined) continue;
    const alike = byActual.get(shown[1]) ?? { expected: shown[0], refusals: [] };
    alike.refusals.push(refusal);
    byActual.set(shown[1], alike);
  }
  const findings = [...byActual]
    .slice(0, 5)
    .map(([actual, { expected, refusals }]) =>
      finding(`${name}: ${refusals.length} of ${subjects.length} answers with 429`, expected, actual, refusals),
    );
  const outcome = outcomeOf(findings, subjects.length);
  if (outcome.kind === 'holds' && !evidence.experiment.complete)
    return undecided('the journal of the experiment is not whole', subjects.length);
  return outcome;
}

/** limit.error-body: the Error body, `application/json`, its status 429. */
export function judgeErrorBody(evidence: Evidence): Outcome {
  const known = new Map<string, ReturnType<Look>>();
  return eachRefusal(
    evidence,
    (refusal) => !isCut(refusal),
    'Error body',
    (refusal) => {
      const { received } = refusal.exchange;
      const type = headerOf(refusal, HEADERS.contentType) ?? 'no Content-Type';
      const key = `${type}\n${received.body}`;
      if (!known.has(key)) known.set(key, bodyProblem(refusal, type));
      return known.get(key);
    },
  );
}

const isCut = ({ exchange: { received } }: Refusal): boolean => received.cut !== undefined;

function bodyProblem({ exchange: { received } }: Refusal, type: string): ReturnType<Look> {
  if (!/^application\/json\s*(;|$)/i.test(type)) return ['application/json', type];
  const body = bodyOf(received);
  if (body.kind !== 'json') return ['an Error object', body.kind === 'none' ? 'no body' : body.kind];
  if (!isRecord(body.value)) return ['an Error object', 'JSON that is no object'];
  const { code, message, status } = body.plain as Record<string, unknown>;
  if (typeof code !== 'string') return ['code, a string', `code ${JSON.stringify(code)}`];
  if (typeof message !== 'string') return ['message, a string', `message ${JSON.stringify(message)}`];
  return status === 429 ? undefined : ['status 429', `status ${JSON.stringify(status)}`];
}

/** limit.headers: rule 1 holds for the refusal too. */
export function judgeHeaders(evidence: Evidence): Outcome {
  return eachRefusal(
    evidence,
    (refusal) => !isStored(refusal.exchange),
    'X-RateLimit headers',
    (refusal) => {
      const absent = RATE_HEADERS.filter((name) => headerOf(refusal, name) === undefined);
      return absent.length === 0 ? undefined : [RATE_HEADERS.join(', '), `no ${absent.join(', no ')}`];
    },
  );
}

/** limit.remaining-zero: while the three headers show the day's limit, they say nothing of the minute's. */
export function judgeRemainingZero(evidence: Evidence): Outcome {
  const shows = (refusal: Refusal) =>
    headerOf(refusal, HEADERS.remaining) !== undefined && !isStored(refusal.exchange) && !showsDay(evidence, refusal);
  return eachRefusal(evidence, shows, HEADERS.remaining, (refusal) => {
    const text = headerOf(refusal, HEADERS.remaining) ?? '';
    return /^0+$/.test(text) ? undefined : ['0', text];
  });
}

/** limit.retry-after-present: rule 4. */
export function judgeRetryAfterPresent(evidence: Evidence): Outcome {
  return eachRefusal(
    evidence,
    () => true,
    HEADERS.retryAfter,
    (refusal) =>
      headerOf(refusal, HEADERS.retryAfter) === undefined ? ['a Retry-After header (rule 4)', 'none'] : undefined,
  );
}
