import { headerValue, headerValues } from './exchange.ts';
import type { HeaderLine } from './records/exchange-record.ts';

/** The limiter's headers of one response. Limit, Remaining and Reset are undefined if absent, repeated or not numeric. */
export type RateHeaders = Readonly<ReturnType<typeof rateHeaders>>;

export type ResetUnit = 'seconds' | 'seconds from now' | 'milliseconds' | 'microseconds' | 'date' | 'unreadable';

/** Retry-After as seconds from the receipt of the response, or as a time of the server's clock in milliseconds (RFC 9110 §10.2.3). */
export type RetryAfter = ReturnType<typeof parseRetryAfter>;

/** Reads the numbers of the rate headers, for all rules, the client and k6. Rules about their form read the texts. */
export function rateHeaders(headers: readonly HeaderLine[]) {
  const reset = single(headers, 'X-RateLimit-Reset');
  const retryAfter = headerValue(headers, 'Retry-After');
  return {
    limit: numberIn(single(headers, 'X-RateLimit-Limit')),
    remaining: numberIn(single(headers, 'X-RateLimit-Remaining')),
    /** In `resetUnit`; a fraction is possible. */
    reset: numberIn(reset),
    resetUnit: reset === undefined ? undefined : resetUnitOf(reset),
    retryAfter: retryAfter === undefined ? undefined : parseRetryAfter(retryAfter),
    date: dateOf(headers),
    /** Whether a cache stored the response (RFC 9111 §5.1). Its numbers are then those of an earlier moment. */
    isFromCache: headerValues(headers, 'Age').some((value) => Number(value) > 0),
  };
}

/** Whether X-RateLimit-Limit is the daily limit: all three headers then describe the day (headers-of-the-tighter-policy). */
export const isDayLimit = (
  limit: number | undefined,
  { perMinute, perDay }: { readonly perMinute: number; readonly perDay?: number | undefined },
): boolean => limit !== undefined && limit === perDay && perDay !== perMinute;

/** The start of the second in which the server made the response, by the server's clock, in milliseconds since 1970. */
export const dateOf = (headers: readonly HeaderLine[]): number | undefined =>
  parseHttpDate(headerValue(headers, 'Date') ?? '');

/** The value of a header; empty, and so unreadable, if the header is repeated. */
function single(headers: readonly HeaderLine[], name: string): string | undefined {
  const [value, ...more] = headerValues(headers, name);
  return more.length > 0 ? '' : value;
}

const NUMBER = /^-?\d+(\.\d+)?$/;

const numberIn = (text: string | undefined): number | undefined =>
  text !== undefined && NUMBER.test(text) ? Number(text) : undefined;

/** The unit of a Reset by its magnitude: a delta is below 10^7, seconds since 1970 have ten digits (rule 2), milliseconds thirteen. */
export function resetUnitOf(text: string): ResetUnit {
  if (!NUMBER.test(text)) return Number.isNaN(Date.parse(text)) ? 'unreadable' : 'date';
  const value = Number(text);
  if (value < 1e7) return 'seconds from now';
  if (value < 1e9) return 'unreadable';
  if (value < 1e11) return 'seconds';
  return value < 1e14 ? 'milliseconds' : 'microseconds';
}

/** A date names a second, and most libraries cut off its fraction (retry-after-as-date-cut-off; RFC 9110 §5.6.7 has no fractions). */
export const DATED_SECOND_MS = 1_000;

/** Reads a Retry-After. Valid are digits and an IMF-fixdate (RFC 9110 §10.2.3, §5.6.7). */
export function parseRetryAfter(text: string) {
  if (/^\d+$/.test(text)) return { text, kind: 'seconds', seconds: Number(text) } as const;
  const at = parseHttpDate(text);
  if (at !== undefined) return { text, kind: 'date', at } as const;
  return { text, kind: 'invalid', flaw: flawOf(text) } as const;
}

function flawOf(text: string): string {
  if (text.trim() === '') return 'empty';
  if (/^-\d+(\.\d+)?$/.test(text)) return 'a negative number';
  if (/^\d+\.\d+$/.test(text)) return 'a fraction';
  if (/,.*\d/.test(text) && /^\d/.test(text)) return 'several values';
  return Number.isNaN(Date.parse(text)) ? 'neither digits nor a date' : 'a date, but no IMF-fixdate';
}

/** Whether these seconds are a time after 2000 rather than a delay, which would be more than thirty years. */
export const looksLikeTimestamp = (seconds: number): boolean => seconds >= 978_307_200;

/** Milliseconds since 1970 of an IMF-fixdate (RFC 9110 §5.6.7), or undefined. Ignores a wrong weekday, as in the example of RFC 8594. */
export function parseHttpDate(text: string): number | undefined {
  // Date.parse rejects second 60, a leap second.
  const usual = text.replace(/:60 GMT$/, ':59 GMT');
  const at = /^(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat), /.test(usual) ? Date.parse(usual) : Number.NaN;
  if (Number.isNaN(at) || new Date(at).toUTCString().slice(5) !== usual.slice(5)) return undefined;
  return usual === text ? at : at + 1_000;
}

export const DAY_SECONDS = 86_400;
export const DAY_MS = DAY_SECONDS * 1_000;

/** The next minute after a moment: `2027-01-02 03:04 UTC`. */
export const nextMinute = (moment: number): string =>
  `${new Date(moment + 60_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
