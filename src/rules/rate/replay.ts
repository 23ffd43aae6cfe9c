import { type Answered, headerValue, isAnswered } from '../../exchange/exchange.ts';
import { oncePer } from '../../exchange/once.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import type { Trace } from '../../exchange/trace.ts';
import type { Finding } from '../outcome.ts';
import { requestOf, violation } from '../rule.ts';
import { countsOnKey, isFresh, pairsOf } from './pairs.ts';
import { rateValues, readRate, windowOf } from './reading.ts';

/**
 * Responses whose rate headers are those of an earlier response to the same request, although Remaining had fallen meanwhile and falls on from
 * there: a cache has kept the headers (rate-headers-kept-by-query). A second counter would go on counting, and returned quota would stay.
 *
 * ```text
 * GET /pets   POST   POST   GET /pets   POST
 *    258       257    256      258       254      the second list repeats the 258 of the first one
 * ```
 */
export const replayed: (trace: Trace) => readonly Finding[] = oncePer((trace) => {
  const { exchanges } = trace;
  const shownAt = new Map<string, number>();
  return exchanges.flatMap((exchange, at) => {
    if (!countsOnKey(exchange)) return [];
    const shown = JSON.stringify([requestText(exchange), rateValues(exchange)]);
    const before = shownAt.get(shown);
    shownAt.set(shown, at);
    const earlier = before === undefined ? undefined : exchanges[before];
    if (before === undefined || earlier === undefined || !isAnswered(earlier)) return [];
    const lowest = lowestBetween(exchanges.slice(before + 1, at), exchange);
    if (lowest === undefined || !fallsOn(exchange, lowest, trace)) return [];
    const params = {
      remaining: remainingOf(exchange),
      wanted: remainingOf(lowest) - 1,
      lowest: remainingOf(lowest),
      between: requestOf(lowest),
      seconds: Math.round(exchange.sent.at - earlier.received.at) / 1_000,
    };
    return [violation(exchange, 'remaining-repeated', params, earlier, lowest)];
  });
});

const remainingOf = (exchange: Answered): number => readRate(exchange).remaining ?? 0;

const requestText = ({ sent: { method, path, headers } }: Answered): string =>
  `${method} ${path} ${headerValue(headers, 'Authorization')}`;

/** The response with the least Remaining of the same limit, if it is less than a later one shows, and was received before that was requested. */
function lowestBetween(between: readonly Exchange[], later: Answered): Answered | undefined {
  const { limit, remaining = 0 } = readRate(later);
  return between
    .filter(countsOnKey)
    .filter((one) => one.received.at <= later.sent.at && readRate(one).limit === limit && remainingOf(one) < remaining)
    .toSorted((one, other) => remainingOf(one) - remainingOf(other))[0];
}

/** Whether a later response shows less than `lowest`, and less than all requests since could have drawn. */
function fallsOn(repeated: Answered, lowest: Answered, trace: Trace): boolean {
  const since = trace.exchanges.filter((one) => one !== repeated && one.received.at > repeated.sent.at);
  const later = since.filter(countsOnKey).filter(({ sent }) => sent.at >= repeated.received.at);
  if (later.length === 0) return mustFallOn(repeated, lowest, trace);
  return later.some((next) => {
    const drawn = since.filter(({ sent }) => sent.at < next.received.at).length;
    return (
      readRate(next).limit === readRate(repeated).limit &&
      remainingOf(next) < remainingOf(lowest) &&
      remainingOf(repeated) - remainingOf(next) > drawn
    );
  });
}

/** Whether so much quota cannot have come back, so that the confirmation attempt must show the fall. */
function mustFallOn(repeated: Answered, lowest: Answered, trace: Trace): boolean {
  const { limit = 0 } = readRate(repeated);
  const seconds = (repeated.received.at - lowest.sent.at) / 1_000;
  const back = Math.ceil((seconds * limit) / windowOf(limit, trace));
  return isFresh(pairsOf(trace), trace) && remainingOf(repeated) - remainingOf(lowest) > back;
}
