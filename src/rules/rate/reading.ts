import { type Answered, headerValue, headerValues } from '../../exchange/exchange.ts';
import { parseHttpDate } from '../../exchange/http-date.ts';
import { oncePer } from '../../exchange/once.ts';
import type { Trace } from '../../exchange/trace.ts';
import { HEADERS, type RATE_HEADERS } from '../../spec/headers.ts';
import { isPlainQuery } from '../../store/query.ts';

/** Every value of each of the three headers of one response. */
export const rateValues: (exchange: Answered) => Readonly<Record<(typeof RATE_HEADERS)[number], readonly string[]>> =
  oncePer(({ received: { headers } }) => ({
    [HEADERS.limit]: headerValues(headers, HEADERS.limit),
    [HEADERS.remaining]: headerValues(headers, HEADERS.remaining),
    [HEADERS.reset]: headerValues(headers, HEADERS.reset),
  }));

/** The three headers of one response as numbers; undefined if absent or not numeric. */
export interface RateReading {
  readonly exchange: Answered;
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
  /** Seconds since 1970, a fraction allowed. */
  readonly reset: number | undefined;
  /** See `isStored`, which is called often. */
  readonly stored: boolean;
}

export const readRate: (exchange: Answered) => RateReading = oncePer((exchange) => {
  const values = rateValues(exchange);
  return {
    exchange,
    limit: numberIn(values[HEADERS.limit]),
    remaining: numberIn(values[HEADERS.remaining]),
    reset: numberIn(values[HEADERS.reset]),
    stored: isStored(exchange),
  };
});

function numberIn(values: readonly string[]): number | undefined {
  const [value] = values;
  return value !== undefined && values.length === 1 && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
}

/** A stored response shows the headers of another moment (RFC 9111 §5.1). */
export function isStored(exchange: Answered): boolean {
  return headerValues(exchange.received.headers, HEADERS.age).some((age) => Number(age) > 0);
}

/** Responses to the real key that draw on its counter: a 401 may show that of any client. */
export function isOnKey(exchange: Answered): boolean {
  return exchange.key !== null && exchange.received.status !== 401 && !readRate(exchange).stored;
}

/**
 * A framework may refuse a query before it reads the key (`limit` and `limit[]` together are not a list of parameters for it), and a
 * router may have no route for an id that is not a number.
 */
export const isUnread = (exchange: Answered): boolean =>
  exchange.operation === 'listPets'
    ? exchange.received.status === 400 && !isPlainQuery(exchange)
    : [400, 404].includes(exchange.received.status) && /^\/pets\/(?!-?\d+$)/.test(exchange.sent.path);

/** The server's second in its Date; undefined without one. Its clock was in [date, date + 1). */
export const serverSecond: (exchange: Answered) => number | undefined = oncePer((exchange) => {
  const time = parseHttpDate(headerValue(exchange.received.headers, HEADERS.date) ?? '');
  return time === undefined ? undefined : time / 1000;
});

/** The window of a Limit in seconds: a day if it is the limit of the day, else a minute. */
export function windowOf(limit: number | undefined, trace: Trace): number {
  return isDayLimit(limit, trace) ? 86_400 : trace.head.settings.windowSeconds;
}

export function isDayLimit(limit: number | undefined, { head: { settings } }: Trace): boolean {
  return limit === settings.perDay && settings.perDay !== settings.perMinute;
}
