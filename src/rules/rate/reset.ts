import type { Answered } from '../../exchange/exchange.ts';
import { DAY_SECONDS, type ResetUnit } from '../../exchange/rate-headers.ts';
import type { Trace } from '../../exchange/trace.ts';
import { HEADERS } from '../../spec/headers.ts';
import { formOf } from '../../text/excerpt.ts';
import { because, type Conclusion, type Finding, fail, inconclusive, pass } from '../conclusion.ts';
import { each, findingOn, type Rule } from '../rule.ts';
import {
  isOnKey,
  isUnread,
  rateValues,
  readRate,
  serverSecond,
  TWO_ROUNDINGS_SECONDS,
  windowOf,
} from './rate-reading.ts';

const OTHER_UNITS = ['seconds from now', 'milliseconds', 'microseconds'] as const satisfies ResetUnit[];

const hasReset = (exchange: Answered): boolean => rateValues(exchange)[HEADERS.reset].length > 0;

export const resetInteger: Rule = each(hasReset, (exchange) => {
  const [value = ''] = rateValues(exchange)[HEADERS.reset];
  return /^\d+\.\d+$/.test(value) ? findingOn(exchange, 'fractional-reset', { value }) : undefined;
});

/** Rule 2 of the specification, the unit, by its magnitude: a delta is below 10^7, Unix seconds have ten digits, milliseconds thirteen. */
export const resetUnixSeconds: Rule = each(hasReset, (exchange) => {
  const { resetUnit } = readRate(exchange);
  if (resetUnit === 'seconds') return undefined;
  const value = rateValues(exchange)[HEADERS.reset].join(', ');
  const unit = OTHER_UNITS.find((name) => name === resetUnit);
  return unit === undefined
    ? findingOn(exchange, 'reset-unreadable', { value, form: formOf(value) })
    : findingOn(exchange, 'reset-wrong-unit', { unit, value });
});

/**
 * Seconds by which a Date may be late in addition to its rounding, if a timer renews it (date-renewed-by-timer). The limiter reads a Date
 * without an allowance for rounding, so its `DATE_LATE_MS` is larger.
 */
const LATE_DATE_SECONDS = 1;

/**
 * If this many requests lie in the previous cell of a sliding counter, some still count when its Reset has moved on (reset-a-window-late).
 * Of nine, a weighted counter may have forgotten all (lines.txt: a weighted counter that has forgotten nine requests).
 */
const MIN_USED_REQUESTS = 10;

type Ahead = Readonly<ReturnType<typeof aheadOf>>;

/**
 * Rule 2 of the specification, the range: between now and one window ahead, by the server's clock. A sliding counter with two cells has the
 * complete limit back after the next cell, up to two windows ahead. Its Reset moves on with the cells. A Reset that is less than a window
 * ahead later, or before which the complete limit is back, does not belong to such a counter. Without Date, our clock proves nothing.
 */
export const resetInWindow: Rule = (responses, trace) => {
  const read = responses
    .filter((exchange) => !readRate(exchange).isFromCache && readRate(exchange).resetUnit === 'seconds')
    .map((exchange) => aheadOf(exchange, trace));
  const dated = read.filter(({ date }) => date !== undefined);
  const outside = dated.filter(isOutside);
  if (outside.length > 0) return fail(outside.map(outsideFinding), read.length);
  if (read.some((reading) => reading.date === undefined && (isOutside(reading) || isFar(reading))))
    return inconclusive(because('reset-without-date'), read.length);
  const [far, ...others] = dated.filter(isFar);
  if (far === undefined) return pass(read.length);
  return judgeFarReset([far, ...others.filter(({ reset }) => reset === far.reset)], read);
};

const isFar = ({ ahead, window }: Ahead): boolean => ahead > window + LATE_DATE_SECONDS + TWO_ROUNDINGS_SECONDS;

/**
 * Judges whether a Reset more than a window ahead belongs to a sliding counter. From a known moment on, any other limiter shows a Reset
 * less than a window ahead, so a later response decides. The responses with this Reset give different moments, because Date has whole
 * seconds and responses are slow. The confirmation attempt waits for the last one, because it may replace the first response.
 * @param alike the responses with this Reset
 */
function judgeFarReset(alike: readonly [Ahead, ...Ahead[]], read: readonly Ahead[]): Conclusion {
  const [far] = alike;
  const { exchange, reset, ahead, window } = far;
  // The headers of a response describe one policy.
  const counted = read.filter((reading) => reading.window === window && reading.exchange.received.status !== 429);
  const near = counted.find(({ ahead, took }) => ahead > 0 && ahead < window - TWO_ROUNDINGS_SECONDS - took);
  const shown = { reset, window, seconds: Math.round(ahead) };
  const failShownBy = (finding: Finding, other: Ahead) =>
    fail([{ ...finding, exchanges: [exchange.seq, other.exchange.seq] }], read.length);
  if (near !== undefined) {
    const later = { later: near.reset, laterSeconds: Math.round(near.ahead) };
    return failShownBy(findingOn(exchange, 'reset-too-far-once', { ...shown, ...later }), near);
  }
  const back = backBefore(far, counted);
  if (back !== undefined) {
    const early = Math.round(reset - back.reset + back.ahead);
    return failShownBy(findingOn(exchange, 'reset-after-refill', { ...shown, early }), back);
  }
  // Reset advanced before it came: a weighted counter may be used just before its edge (rate.txt: moves on by a cell before it comes).
  const hasMoved = counted.some((reading) => reading.reset - reset >= window - TWO_ROUNDINGS_SECONDS);
  const times = alike.map(
    (reading) =>
      reading.exchange.received.at + (reading.ahead - window + 2 * TWO_ROUNDINGS_SECONDS + reading.took) * 1000,
  );
  const from = Math.min(...times);
  if (hasMoved || counted.some((reading) => reading.exchange.sent.at >= from)) return pass(read.length);
  return inconclusive(because('reset-beyond-window', { seconds: Math.round(ahead) }), read.length, {
    due: Math.max(...times),
  });
}

/** A response that shows the complete limit before this Reset, after some of it was used (reset-a-window-late). */
function backBefore({ exchange, reset }: Ahead, counted: readonly Ahead[]): Ahead | undefined {
  const later = counted.filter((reading) => reading.exchange.seq > exchange.seq);
  const used = later.find((reading) => usedIn(reading) >= MIN_USED_REQUESTS)?.exchange.seq ?? Infinity;
  const isBefore = (reading: Ahead) =>
    reset - (reading.reset - reading.ahead) > TWO_ROUNDINGS_SECONDS + LATE_DATE_SECONDS;
  return later.find((reading) => reading.exchange.seq > used && usedIn(reading) <= 1 && isBefore(reading));
}

/**
 * Seconds until a Reset by the server's Date, or by our clock if only that fits (Date may be a gateway's). Date is written when the
 * response is sent, Reset when the request arrived. A 401 may show another client's limit, or the daily one.
 */
function aheadOf(exchange: Answered, trace: Trace) {
  const reading = readRate(exchange);
  const { reset = 0, limit } = reading;
  const took = (exchange.received.at - exchange.sent.at) / 1000;
  const window = isOnKey(exchange) && !isUnread(exchange) ? windowOf(limit, trace) : DAY_SECONDS;
  const byOurs = reset - exchange.received.at / 1000;
  const byDate = reset - (serverSecond(exchange) ?? exchange.received.at / 1000);
  const fits = (ahead: number) =>
    ahead >= -TWO_ROUNDINGS_SECONDS - took && ahead <= window + LATE_DATE_SECONDS + TWO_ROUNDINGS_SECONDS;
  return { ...reading, reset, ahead: fits(byOurs) && !fits(byDate) ? byOurs : byDate, took, window };
}

/** How much of the quota is used; 0 without a Remaining. */
const usedIn = ({ limit = 0, remaining = limit }: Ahead): number => limit - remaining;

/** Whether a Reset is out of range. A counter from which nothing was drawn may name the past moment at which its limit was complete. */
const isOutside = (reading: Ahead): boolean =>
  reading.ahead < 0
    ? reading.ahead < -TWO_ROUNDINGS_SECONDS - reading.took && usedIn(reading) > 0
    : reading.ahead >
      (reading.window === DAY_SECONDS ? 1 : 2) * reading.window + LATE_DATE_SECONDS + TWO_ROUNDINGS_SECONDS;

function outsideFinding({ exchange, reset, ahead, window }: Ahead): Finding {
  const shown = { reset, window, seconds: Math.round(Math.abs(ahead)) };
  return findingOn(exchange, ahead < 0 ? 'reset-before-date' : 'reset-too-far', shown);
}
