import { type Answered, isAnswered } from '../../exchange/exchange.ts';
import { memoize } from '../../exchange/memoize.ts';
import { isDayLimit } from '../../exchange/rate-headers.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import type { Trace } from '../../exchange/trace.ts';
import {
  clientHeadersOf,
  isOnKey,
  limitOf,
  type RateReading,
  readRate,
  remainingOf,
  serverSecond,
  showsCounter,
  TWO_ROUNDINGS_SECONDS,
  windowOf,
} from './rate-reading.ts';
import { overlapping } from './volley.ts';

/** Two responses in a row that show Remaining of one limit, and what may have moved it from the first to the second. */
export type CounterStep = Readonly<ReturnType<typeof stepOf>[number]>;

/**
 * The steps within the first window. After it, a sliding window returns the quota of our first requests.
 *
 *   0 s ──── 260 requests ──── 59 s | 61 s ──── 60 requests ──── 70 s
 *   nothing of ours returns           the first requests leave a sliding window
 */
export const allSteps: (trace: Trace) => readonly CounterStep[] = memoize((trace) => {
  const first = trace.exchanges.find(countsOnKey);
  const until = first === undefined ? 0 : first.sent.at + (windowOf(readRate(first).limit, trace) - 1) * 1000;
  const overlaps = overlapping(trace);
  const steps: CounterStep[] = [];
  let before: Answered | undefined;
  let since: Exchange[] = [];
  for (const exchange of trace.exchanges) {
    if (exchange.received.at >= until) break;
    if (overlaps.has(exchange) || !countsOnKey(exchange)) {
      since.push(exchange);
      continue;
    }
    if (before !== undefined) steps.push(...stepOf(before, exchange, since, trace));
    before = exchange;
    since = [];
  }
  return steps;
});

/** The steps from one request to the next. */
export const stepsOf = memoize((trace: Trace) => allSteps(trace).filter(({ sent }) => sent === 1));

function countsOnKey(exchange: Exchange): exchange is Answered {
  return (
    isAnswered(exchange) &&
    showsCounter(exchange) &&
    clientHeadersOf(exchange) === undefined &&
    exchange.received.status !== 429
  );
}

/** The step from one response to the next, or none. @param since the requests between the two */
function stepOf(before: Answered, after: Answered, since: readonly Exchange[], trace: Trace) {
  const limit = limitOf(after, trace);
  const isCounted = (exchange: Exchange) => countsOnKey(exchange) && limitOf(exchange, trace) === limit;
  const group = since.filter(isCounted);
  /** Requests that may draw on this counter, too: with other credentials, without a response, or to an unlisted path. */
  const between = since.length - group.length;
  if (!isCounted(before)) return [];
  const window = windowOf(limit, trace);
  /** How much Remaining fell; negative if it rose. */
  const fall = remainingOf(before) - remainingOf(after);
  // In a new window, it does not fall. A bucket that is nearly full names a Reset a second ahead, all the time.
  if (fall < 1 && windowEnded(before, after, window)) return [];
  /** The most that a refill may have returned from the first sending to the last receipt, with a fraction. */
  const back = (Math.max(0, after.received.at - before.sent.at) / 1000) * (limit / window);
  // More than one request is sent from the first to the second response if simultaneous ones lie between.
  return [{ before, after, fall, sent: group.length + 1, between, back }];
}

/**
 * Whether the window may have ended between two responses: by the server's clock, Reset had come within two seconds of rounding, and it
 * changed (rate.txt: refused creates stand just before a Reset that does not change). Without a Date, a later Reset shows it. Without a
 * readable Reset, it cannot have ended until a complete window has passed.
 */
function windowEnded(before: Answered, after: Answered, window: number): boolean {
  const [{ reset: old, resetUnit }, { reset: now }] = [readRate(before), readRate(after)];
  const elapsed = (after.received.at - before.sent.at) / 1000;
  // An interval or milliseconds say nothing about when the window ends (reset-in-milliseconds).
  if (old === undefined || now === undefined || resetUnit !== 'seconds') return elapsed >= window;
  const clock = serverSecond(after);
  return clock === undefined ? now - old > LATER_SECONDS : now !== old && clock + TWO_ROUNDINGS_SECONDS >= old;
}

/** Rounding moves a Reset by one second (reset-jitters). */
const LATER_SECONDS = 1.5;

/** Milliseconds in which a Reset that moves with the requests moves by more than the second of its rounding. */
const MIN_MOVE_MS = 3_000;

/**
 * Whether Reset is constant within a window, or moves with the requests; undefined if no window was seen for long enough. Fixed windows
 * end at least a window apart; rounding moves a Reset by a second.
 */
export function styleOf({ exchanges, head: { settings } }: Trace) {
  let first: RateReading | undefined;
  let longest = 0;
  for (const reading of exchanges.filter(isAnswered).filter(isOnKey).map(readRate)) {
    if (reading.reset === undefined || isDayLimit(reading.limit, settings)) continue;
    const move = Math.abs(reading.reset - (first?.reset ?? reading.reset));
    if (move > 1 && move < settings.windowSeconds - 1) return 'moving';
    if (first === undefined || move > 1) first = reading;
    longest = Math.max(longest, reading.exchange.sent.at - first.exchange.received.at);
  }
  return longest < MIN_MOVE_MS ? undefined : 'constant within a window';
}

/** The number of unbroken sequences of steps. Remaining is an integer, so each sequence may hide a fraction. */
export const stretchesOf = (steps: readonly CounterStep[]): number =>
  steps.filter((step, index) => step.before !== steps[index - 1]?.after).length;

export const sumOf = <Item>(items: readonly Item[], value: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + value(item), 0);

/** The values of Remaining in steps: `59, 57, 55; 40, 38` if the second step continues the first one, and the third does not. */
export const valuesOf = (steps: readonly CounterStep[]): string =>
  steps
    .map(({ before, after }, index) => {
      const isContinued = steps[index - 1]?.after === before;
      return `${isContinued ? '' : `; ${remainingOf(before)}`}, ${remainingOf(after)}`;
    })
    .join('')
    .slice('; '.length);
