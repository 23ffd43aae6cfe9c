import { type Answered, headerValue } from '../../exchange/exchange.ts';
import { parseHttpDate } from '../../exchange/http-date.ts';
import { HEADERS } from '../../spec/headers.ts';
import { serverSecond } from './reading.ts';

/** Seconds count from the receipt of the response; a date is a time of the server's clock (RFC 9110 §10.2.3). */
export type RetryAfter =
  | { readonly kind: 'seconds'; readonly seconds: number }
  | { readonly kind: 'date'; readonly at: number }
  | { readonly kind: 'invalid'; readonly flaw: string };

/** `delay-seconds` is 1*DIGIT, a sent HTTP-date an IMF-fixdate; else invalid. `at` is in milliseconds. */
export function parseRetryAfter(text: string): RetryAfter {
  if (/^\d+$/.test(text)) return { kind: 'seconds', seconds: Number(text) };
  const at = parseHttpDate(text);
  if (at !== undefined) return { kind: 'date', at };
  return { kind: 'invalid', flaw: flawOf(text) };
}

function flawOf(text: string): string {
  if (text.trim() === '') return 'empty';
  if (/^-\d+(\.\d+)?$/.test(text)) return 'a negative number';
  if (/^\d+\.\d+$/.test(text)) return 'a fraction';
  if (/,.*\d/.test(text) && /^\d/.test(text)) return 'several values';
  return Number.isNaN(Date.parse(text)) ? 'neither digits nor a date' : 'a date, but no IMF-fixdate';
}

/** Seconds since 1970 have ten digits from 2001 on: as a delay that would be thirty years. */
export const looksLikeTimestamp = (seconds: number): boolean => seconds >= 978_307_200;

/** Retry-After of a 429 in milliseconds from its receipt (RFC 9110 §10.2.3); undefined if it is missing or invalid. */
export function retryAfterMs(exchange: Answered): number | undefined {
  const wait = parseRetryAfter(headerValue(exchange.received.headers, HEADERS.retryAfter) ?? '');
  if (wait.kind === 'invalid' || (wait.kind === 'seconds' && looksLikeTimestamp(wait.seconds))) return undefined;
  if (wait.kind === 'seconds') return wait.seconds * 1000;
  const now = serverSecond(exchange);
  return Math.max(0, wait.at - (now === undefined ? exchange.received.at : now * 1000));
}
