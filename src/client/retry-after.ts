import { type Answered, headerValue } from '../exchange/index.ts';
import { serverSecond } from '../rules/rate/reading.ts';
import { looksLikeTimestamp, parseRetryAfter } from '../rules/rate/retry-after.ts';
import { HEADERS } from '../spec/headers.ts';

/** How long a 429 asks to wait, in milliseconds from its receipt (RFC 9110 §10.2.3); undefined where it does not say so readably. */
export function retryAfterMs(exchange: Answered): number | undefined {
  const wait = parseRetryAfter(headerValue(exchange.received.headers, HEADERS.retryAfter) ?? '');
  if (wait.kind === 'invalid' || (wait.kind === 'seconds' && looksLikeTimestamp(wait.seconds))) return undefined;
  if (wait.kind === 'seconds') return wait.seconds * 1000;
  const now = serverSecond(exchange);
  return Math.max(0, wait.at - (now === undefined ? exchange.received.at : now * 1000));
}
