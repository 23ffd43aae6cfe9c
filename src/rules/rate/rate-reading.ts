import { CREDENTIALS } from '../../exchange/authorization.ts';
import { type Answered, authorizationIn, headerValues } from '../../exchange/exchange.ts';
import { memoize } from '../../exchange/memoize.ts';
import {
  DATED_SECOND_MS,
  DAY_SECONDS,
  isDayLimit,
  looksLikeTimestamp,
  rateHeaders,
} from '../../exchange/rate-headers.ts';
import type { Trace } from '../../exchange/trace.ts';
import { HEADERS, type RATE_HEADERS, TWO_ROUNDINGS_MS } from '../../spec/headers.ts';
import { listQuery } from '../../store/query.ts';

/** Every value of each of the three headers of one response. */
export const rateValues: (exchange: Answered) => Readonly<Record<(typeof RATE_HEADERS)[number], readonly string[]>> =
  memoize(({ received: { headers } }) => ({
    [HEADERS.limit]: headerValues(headers, HEADERS.limit),
    [HEADERS.remaining]: headerValues(headers, HEADERS.remaining),
    [HEADERS.reset]: headerValues(headers, HEADERS.reset),
  }));

export type RateReading = Readonly<ReturnType<typeof readRate>>;

export const readRate = memoize((exchange: Answered) => ({ exchange, ...rateHeaders(exchange.received.headers) }));

/** `TWO_ROUNDINGS_MS` in the unit of Reset. */
export const TWO_ROUNDINGS_SECONDS = TWO_ROUNDINGS_MS / 1_000;

/** Remaining of a response; -1 if it shows none. */
export const remainingOf = (exchange: Answered): number => readRate(exchange).remaining ?? -1;

/** The Limit that a response shows; without one, that of the plan: a bucket without the header refills, too. */
export const limitOf = (exchange: Answered, { head }: Trace): number =>
  readRate(exchange).limit ?? head.settings.perMinute;

/** Whether a response shows the numbers of the real key: a 401 may show those of any client, and a stored response old ones. */
export const isOnKey = (exchange: Answered): boolean =>
  exchange.key !== null && exchange.received.status !== 401 && !readRate(exchange).isFromCache;

/** Whether a response shows Remaining of the key's counter. A gateway may respond to an unlisted path. */
export const showsCounter = (exchange: Answered): boolean =>
  exchange.operation !== 'other' && isOnKey(exchange) && remainingOf(exchange) >= 0;

/** Whether the key may be unread: a framework may refuse a query (`limit` beside `limit[]`) first, and a router have no route for `abc`. */
export const isUnread = (exchange: Answered): boolean =>
  exchange.operation === 'listPets'
    ? exchange.received.status === 400 && !listQuery(exchange).isSpecified
    : [400, 404].includes(exchange.received.status) && /^\/pets\/(?!-?\d+$)/.test(exchange.sent.path);

/** Headers of proxies that name a client (counter-by-forwarded-for). */
const OF_PROXIES = /^(?:x-forwarded-for|x-real-ip|forwarded|x-client-ip|true-client-ip|cf-connecting-ip)$/i;

/**
 * The names of the headers by which a limiter may distinguish clients, although the key is the same. They are Authorization in another form
 * than `Bearer KEY` (auth.scheme-case), and headers that name the address of a client. Undefined if the request has none.
 */
export const clientHeadersOf: (exchange: Answered) => string | undefined = memoize((exchange) => {
  if ((authorizationIn(exchange) ?? CREDENTIALS.key) !== CREDENTIALS.key) return 'Authorization';
  const names = exchange.sent.headers.flatMap(([name]) => (OF_PROXIES.test(name) ? name : []));
  return names.length === 0 ? undefined : names.join(', ');
});

/** The server's second in its Date; undefined without one. Its clock was in [date, date + 1). */
export function serverSecond(exchange: Answered): number | undefined {
  const { date } = readRate(exchange);
  return date === undefined ? undefined : date / 1_000;
}

/** The longest that Retry-After of a 429 can mean, in milliseconds from its receipt; undefined if it is missing, invalid or a timestamp. */
export function retryAfterMs(exchange: Answered): number | undefined {
  const { retryAfter: wait, date } = readRate(exchange);
  if (wait === undefined || wait.kind === 'invalid') return undefined;
  if (wait.kind === 'seconds') return looksLikeTimestamp(wait.seconds) ? undefined : wait.seconds * 1_000;
  return Math.max(0, wait.at + DATED_SECOND_MS - (date ?? exchange.received.at));
}

/** The window of a Limit in seconds: a day if it is the daily limit, else the window of the run. */
export const windowOf = (limit: number | undefined, { head: { settings } }: Trace): number =>
  isDayLimit(limit, settings) ? DAY_SECONDS : settings.windowSeconds;
