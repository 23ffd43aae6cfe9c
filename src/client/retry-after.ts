import { type Answered, headerValue } from '../exchange/index.ts';
import { serverSecond } from '../rules/rate/reading.ts';
import { looksLikeTimestamp, parseRetryAfter } from '../rules/rate/retry-after.ts';
import { HEADERS } from '../spec/headers.ts';

/** Retry-After of a 429 in milliseconds from its receipt (RFC 9110 §10.2.3); undefined if it is missing or invalid. */
export function retryAfterMs(exchange: Answered): number | undefined {
  const wait = parseRetryAfter(headerValue(exchange.received.headers, HEADERS.retryAfter) ?? '');
  if (wait.kind === 'invalid' || (wait.kind === 'seconds' && looksLikeTimestamp(wait.seconds))) return undefined;
  if (wait.kind === 'seconds') return wait.seconds * 1000;
  const now = serverSecond(exchange);
  return Math.max(0, wait.at - (now === undefined ? exchange.received.at : now * 1000));
}
