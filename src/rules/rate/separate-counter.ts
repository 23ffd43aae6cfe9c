import { type Answered, headerValue, isAnswered } from '../../exchange/exchange.ts';
import type { Trace } from '../../exchange/trace.ts';
import type { Finding } from '../conclusion.ts';
import { findingOn, requestText } from '../rule.ts';
import { clientHeadersOf, isUnread, limitOf, rateValues, remainingOf, showsCounter, windowOf } from './rate-reading.ts';
import { overlapping } from './volley.ts';

/** A response that was counted by another counter than those before and after it. */
type SeparateCount = readonly [before: Answered, exchange: Answered, after: Answered];

/**
 * Responses that show far more of the quota than those before and after them. Returned quota would stay, and other clients only draw: so
 * another counter counted them (counts-by-authorization-line), or a cache kept their headers (rate-headers-kept-by-query).
 *
 *   GET /pets   POST   POST   GET /pets   POST        GET /pets   GET /pets/15   GET /pets/16   GET /pets
 *      258       257    240      258       238           247          298            299          246
 */
export function countedSeparately(trace: Trace): Finding[] {
  const shown = trace.exchanges.filter(isAnswered).filter(showsCounter);
  // Simultaneous requests are counted in any order.
  const overlaps = overlapping(trace);
  const isAlone = (exchange: Answered) => !overlaps.has(exchange);
  const apart: SeparateCount[] = [];
  let before: Answered | undefined;
  let after: Answered | undefined;
  for (const [at, exchange] of shown.entries()) {
    // The responses before `after` were counted by the other counter, too: the same defect (limits-counter-per-path).
    if (after !== undefined && exchange.seq < after.seq) continue;
    after = undefined;
    if (before !== undefined && remainingOf(exchange) > remainingOf(before) && !isUnread(exchange)) {
      const low = before;
      after = shown.slice(at + 1).find((later) => isAlone(later) && standsApart(low, exchange, later, trace));
      if (after !== undefined) apart.push([before, exchange, after]);
    }
    if (isAlone(exchange)) before = exchange;
  }
  // If usual requests are counted apart, too, the spelling is not the cause.
  const isOfSpelling = apart.every(([, exchange]) => clientHeadersOf(exchange) !== undefined);
  return apart.map((responses) => apartFinding(responses, shown, isOfSpelling));
}

function apartFinding([before, exchange, after]: SeparateCount, shown: readonly Answered[], isOfSpelling: boolean) {
  const [lowest, remaining] = [remainingOf(before), remainingOf(exchange)];
  const values = { wanted: lowest - 1, remaining, after: remainingOf(after) };
  if (isOfSpelling) {
    const header = clientHeadersOf(exchange) ?? '';
    if (header !== 'Authorization')
      return findingOn(exchange, 'counter-per-header', { ...values, header }, before, after);
    const credential = headerValue(exchange.sent.headers, header) ?? '';
    return findingOn(exchange, 'counter-per-spelling', { ...values, credential }, before, after);
  }
  const repeated = shown.find(
    (other) => other.seq < exchange.seq && requestAndHeaders(other) === requestAndHeaders(exchange),
  );
  if (repeated === undefined) return findingOn(exchange, 'counted-elsewhere', values, before, after);
  const seconds = Math.round(exchange.sent.at - repeated.received.at) / 1_000;
  const params = { ...values, between: requestText(before), lowest, seconds };
  return findingOn(exchange, 'remaining-repeated', params, repeated, before);
}

/** The request, and the rate headers of its response. */
const requestAndHeaders = (exchange: Answered): string =>
  JSON.stringify([exchange.sent.method, exchange.sent.path, rateValues(exchange)]);

function standsApart(before: Answered, other: Answered, after: Answered, trace: Trace): boolean {
  const limit = limitOf(before, trace);
  if ([other, after].some((exchange) => limitOf(exchange, trace) !== limit)) return false;
  const back = Math.ceil((((after.received.at - before.sent.at) / 1000) * limit) / windowOf(limit, trace));
  const [left, apart, then] = [remainingOf(before), remainingOf(other), remainingOf(after)];
  // Each of them draws one, so a refill that returns `back` raises Remaining by less.
  return apart > left + back && then <= left + back && apart - then > back + after.seq - other.seq;
}
