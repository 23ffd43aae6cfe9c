import { TIMER_GUARD_MS } from '../exchange/allowances.ts';
import { type Answered, isAnswered } from '../exchange/exchange.ts';
import { isDayLimit } from '../exchange/rate-headers.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Wait } from '../exchange/records/run-record.ts';
import type { Trace } from '../exchange/trace.ts';
import { isOnKey, type RateReading, readRate } from '../rules/rate/rate-reading.ts';
import { type WaitReason, waitFor } from '../text/waits.ts';

interface Pause extends WaitReason {
  readonly milliseconds: number;
}

/** Milliseconds to wait after Reset, for its rounding, that of Date, and the network. No verdict depends on it. */
const RESET_MARGIN_MS = 1_200;

type History = Trace & { readonly waits: readonly Wait[] };

/**
 * The wait after which the next request gets no 429. The key's counter decides; without the key, also that of unauthorized requests.
 * With 60 requests per 60 s, by the last response:
 *
 *   Remaining 2 or more               none
 *   Remaining 1, Reset in 20 s        21.2 s
 *   Remaining 1, Reset in an hour     61.2 s: a window
 *   Remaining 1 after such a wait     until 1 s after the previous request, from now on
 *   no rate headers                   none for 59 requests, then until 61.2 s after the first of the last 59
 */
export function pauseFor(run: History, now: number, { withKey }: { readonly withKey: boolean }): Pause | undefined {
  const { exchanges } = run;
  const onKey = lastReading(run, isOnKey);
  const unauthorized = withKey
    ? undefined
    : lastReading(run, (exchange) => exchange.received.status === 401 && !readRate(exchange).isFromCache);
  // If the two limits differ, so do the counters: requests with the key do not draw on that of unauthorized ones.
  const drawing = unauthorized?.limit === onKey?.limit ? exchanges : exchanges.filter(({ key }) => key === null);
  const exhausted = ifExhausted(onKey, exchanges);
  const exhaustedApart = ifExhausted(unauthorized, drawing);
  // Unauthorized requests come in groups: the window of the last group may be over.
  const pending = exhaustedApart && timeToReset(exhaustedApart, now) > 0 ? exhaustedApart : undefined;
  if ((exhausted ?? pending) !== undefined && isStillExhaustedAfterWait(run)) return ratePause(run, now);
  return resetPause(exhausted, run, now) ?? resetPause(pending, run, now) ?? (onKey ? undefined : planPause(run, now));
}

/** The reading, if at most one request of its quota remains after these exchanges. */
const ifExhausted = (reading: RateReading | undefined, exchanges: readonly Exchange[]) =>
  reading !== undefined && leftAfter(reading, exchanges) <= 1 ? reading : undefined;

/** The wait for the Reset of a reading, or for a window if Reset is not within one. Undefined if Reset has passed since the response. */
function resetPause(reading: RateReading | undefined, { head }: History, now: number): Pause | undefined {
  if (reading === undefined) return undefined;
  const { remaining = null, limit = null, exchange } = reading;
  const wait = timeToReset(reading, now);
  if (wait <= 0 && timeToReset(reading, exchange.received.at) > 0) return undefined;
  const window = head.settings.windowSeconds * 1000;
  const milliseconds = wait > 0 && wait <= window + 2 * RESET_MARGIN_MS ? wait : window + RESET_MARGIN_MS;
  const time = new Date(now + milliseconds).toISOString().slice(11, 19);
  return { milliseconds, ...waitFor('window-reset', { remaining, limit, time }) };
}

/** Maximum concurrent requests with the key: one less than the remaining quota of the last response, else of the plan. */
export function roomFor(run: History, now: number): number {
  if (isStillExhaustedAfterWait(run)) return 0;
  const onKey = lastReading(run, isOnKey);
  const room =
    onKey === undefined ? run.head.settings.perMinute - inWindow(run, now).length : leftAfter(onKey, run.exchanges);
  return room - 1;
}

/** The exchanges that ended during the last window. */
const inWindow = ({ head: { settings }, exchanges }: History, now: number): Exchange[] =>
  exchanges.filter(({ received }) => received.at > now - settings.windowSeconds * 1000);

/** A limit up to this in headers is ignored: no plan has it, and a wait for every few requests takes hours. No verdict depends on it. */
const MAX_UNPACED_LIMIT = 3;

/** The reading of the last selected response, if it has all three headers. The daily limit says nothing about the next request. */
function lastReading({ head, exchanges }: History, select: (exchange: Answered) => boolean): RateReading | undefined {
  const last = exchanges.findLast((exchange): exchange is Answered => isAnswered(exchange) && select(exchange));
  if (last === undefined) return undefined;
  const reading = readRate(last);
  const { limit = 0, remaining = -1, reset } = reading;
  return limit > MAX_UNPACED_LIMIT && remaining >= 0 && reset !== undefined && !isDayLimit(limit, head.settings)
    ? reading
    : undefined;
}

/** Remaining quota of a reading, if each later exchange counted. */
function leftAfter({ remaining = 0, exchange }: RateReading, exchanges: readonly Exchange[]): number {
  return remaining - exchanges.filter(({ seq }) => seq > exchange.seq).length;
}

/** Codes of the waits after which quota must be back. */
const FOR_QUOTA: readonly string[] = ['window-reset', 'plan-limit', 'unplanned-429'] satisfies WaitReason['code'][];

/** Whether a wait for quota did not help: the next response showed at most 1 remaining. The window slides, or the headers are wrong. */
function isStillExhaustedAfterWait({ exchanges, waits }: History): boolean {
  return waits.some(({ code, until }) => {
    // Other waits say nothing about quota.
    if (code === undefined || !FOR_QUOTA.includes(code)) return false;
    const next = exchanges.filter(isAnswered).find(({ sent }) => sent.at >= until - TIMER_GUARD_MS);
    const { remaining } = next === undefined ? {} : readRate(next);
    return remaining !== undefined && remaining <= 1;
  });
}

/** The wait that spaces requests evenly at the plan's rate. No conforming limiter refuses this pace. */
function ratePause({ head, exchanges }: History, now: number): Pause | undefined {
  const { perMinute, windowSeconds } = head.settings;
  const since = now - (exchanges.at(-1)?.sent.at ?? 0);
  const milliseconds = (windowSeconds * 1000) / perMinute - since;
  return milliseconds > 0 ? { milliseconds, ...waitFor('plan-rate') } : undefined;
}

/** Milliseconds until Reset has certainly passed, by the server's clock. */
function timeToReset({ reset = 0, date, exchange: { received } }: RateReading, now: number): number {
  const server = (date ?? received.at) + (now - received.at);
  return reset * 1000 - server + RESET_MARGIN_MS;
}

/** The wait without a reading: at most the plan's limit minus 1 is sent in any window, and at least 1. */
function planPause(run: History, now: number): Pause | undefined {
  const { perMinute, windowSeconds, plan } = run.head.settings;
  const recent = inWindow(run, now);
  // The next request fits when this exchange has left the window.
  const last = recent[recent.length - Math.max(1, perMinute - 1)];
  if (last === undefined) return undefined;
  const milliseconds = last.received.at + windowSeconds * 1000 + RESET_MARGIN_MS - now;
  return { milliseconds, ...waitFor('plan-limit', { sent: recent.length, seconds: windowSeconds, plan, perMinute }) };
}
