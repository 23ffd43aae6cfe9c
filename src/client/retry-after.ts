import { type Answered, headerValue, parseHttpDate } from '../exchange/index.ts';
import { serverSecond } from '../rules/rate/reading.ts';
import { HEADERS } from '../spec/headers.ts';

/** How long a 429 asks to wait, in milliseconds from its receipt (RFC 9110 §10.2.3); undefined where it does not say so readably. */
export function retryAfterMs(exchange: Answered): number | undefined {
  const value = headerValue(exchange.received.headers, HEADERS.retryAfter)?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const date = parseHttpDate(value);
  if (date === undefined) return undefined;
  const now = serverSecond(exchange);
  return Math.max(0, date - (now === undefined ? exchange.received.at : now * 1000));
}
