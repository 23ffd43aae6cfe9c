import { OTHERS_ALLOWED } from '../../exchange/allowances.ts';
import { DAY_MS } from '../../exchange/rate-headers.ts';
import {
  because,
  type Conclusion,
  fail,
  findingOf,
  inconclusive,
  notApplicable,
  pass,
} from '../../rules/conclusion.ts';
import { countBefore, momentsOf, mostAboveRate } from '../evidence/counting.ts';
import { type Evidence, inPhase, inSeconds, maxOf } from '../evidence/evidence.ts';
import { isAdmitted, isRefused, type Refusal } from '../evidence/requests.ts';

/**
 * limit.sustained: requests paced at N per window draw no 429.
 *
 *   paced                  sent  60 lists ──► 200 each time   passed
 *   40 in the last window  sent  list     ──► 429             failed: a limiter of 60 has counted 40 at most
 *   58 in the last window  sent  list     ──► 429             inconclusive: a few requests more explain it
 */
export function judgeSustained(evidence: Evidence): Conclusion {
  const paced = inPhase(evidence.requests, 'sustain');
  if (paced.length === 0) return notApplicable(because('option-not-given', { option: '--sustain' }));
  const refused = paced.filter(isRefused);
  const [worst] = refused
    .map((refusal) => ({ refusal, counted: mostCounted(evidence, refusal), others: othersBefore(evidence, refusal) }))
    .sort((a, b) => a.counted + a.others - b.counted - b.others);
  if (worst !== undefined) {
    const { refusal, counted, others } = worst;
    // Remaining may not show a few requests of others. No row depends on how many.
    if (evidence.limit - counted - others <= OTHERS_ALLOWED)
      return inconclusive(because('paced-unevenly', { counted, others, limit: evidence.limit }), paced.length);
    const params = { refused: refused.length, paced: paced.length, counted, limit: evidence.limit };
    return fail([findingOf('refused-at-plan-rate', params, refusal)], paced.length);
  }
  const admitted = paced.filter(isAdmitted).length;
  // Few lost responses are an accident (experiment.test.ts: each fifth got a 500). No row depends on the hundredth.
  if (admitted < paced.length - Math.max(1, paced.length / 100))
    return inconclusive(because('paced-too-few-admitted', { admitted, paced: paced.length }), paced.length);
  return pass(paced.length);
}

/** The most requests that may have been counted, refused ones included, by a rolling window, or by a weighted counter with any edge. */
function mostCounted(evidence: Evidence, { sent: at }: Refusal): number {
  // With a second of travel.
  const windowMs = evidence.windowMs + 1_000;
  const { received } = momentsOf(evidence.requests.filter(({ sent }) => sent < at));
  const since = (moment: number) => received.length - countBefore(received, moment);
  const countedFrom = (edge: number) => {
    const current = since(edge);
    return current + (since(edge - windowMs) - current) * (1 - (at - edge) / windowMs);
  };
  const edges = received.subarray(countBefore(received, at - windowMs));
  return Math.ceil(edges.reduce((highest, edge) => Math.max(highest, countedFrom(edge)), countedFrom(at - windowMs)));
}

/** Requests of other clients: falls of Remaining beyond ours in the two windows before the refusal, whose own 0 shows nothing. */
function othersBefore({ requests, windowMs }: Evidence, { sent }: Refusal): number {
  const before = requests.filter(
    (other) => !isRefused(other) && other.received < sent && other.sent >= sent - 2 * windowMs,
  );
  // Without other clients, what is left and what was sent add up to the same.
  const sums = before.flatMap(({ remaining }, index) => (remaining === undefined ? [] : [remaining + index]));
  return Math.max(0, maxOf(sums) - (sums.at(-1) ?? 0));
}

/**
 * limit.daily: as many requests as the daily limit are admitted, and the next one is refused.
 *
 *   paced below the minute's limit   sent  1000 lists ──► 200 each time
 *   then                             sent  2 lists    ──► 429, 429          passed, if they outlast two windows
 *   paced, without a new day         sent  2100 lists ──► 200 each time     failed
 */
export function judgeDaily(evidence: Evidence): Conclusion {
  const { experiment, requests } = evidence;
  const daily = inPhase(requests, 'daily');
  if (daily.length === 0) return notApplicable(because('option-not-given', { option: '--daily' }));
  const admitted = requests.filter(isAdmitted);
  const counted = { admitted: admitted.length, perDay: experiment.perDay };
  const perMs = experiment.perDay / DAY_MS;
  const above = mostAboveRate(admitted, perMs);
  const bound = experiment.perDay + Math.ceil((above.to - above.from) * perMs);
  // One Reset is one day; without it, another day may have begun in between: two are allowed (experiment.test.ts: `more than two days`).
  const reset = daily[0]?.day?.reset;
  const sameDay = reset === undefined ? 0 : admitted.filter(({ day }) => day?.reset === reset).length;
  if (above.count > 2 * bound || (above.count > bound && sameDay > bound)) {
    const params = { count: above.count, span: inSeconds(above.to - above.from), bound };
    const finding = findingOf('day-quota-exceeded', params, ...daily.slice(0, 1), ...daily.slice(-1));
    return fail([finding], admitted.length);
  }
  const refused = daily.filter(isRefused);
  const [first] = refused;
  if (first === undefined) return inconclusive(because('day-never-refused', counted), daily.length);
  const since = (refused.at(-1)?.sent ?? 0) - 2 * evidence.windowMs;
  const outlasts = first.sent < since && admitted.every(({ received }) => received < since);
  if (!outlasts && !refused.some(({ day }) => day?.remaining === 0))
    return inconclusive(because('refusals-not-of-day'), daily.length);
  // Up to the bound it is a day that refills continuously.
  if (above.count > bound) return inconclusive(because('day-may-have-ended', counted), daily.length);
  if (admitted.length + OTHERS_ALLOWED < experiment.perDay)
    return inconclusive(because('key-used-today', counted), daily.length);
  return pass(admitted.length);
}
