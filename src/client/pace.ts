import { TIMER_GUARD_MS } from '../exchange/allowances.ts';
import { type Answered, isAnswered } from '../exchange/exchange.ts';
import { isDayLimit } from '../exchange/rate-headers.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Settings, Wait } from '../exchange/records/run-record.ts';
import type { Trace } from '../exchange/trace.ts';
import { isOnKey, type RateReading, readRate } from '../rules/rate/rate-reading.ts';
import { type WaitReason, waitFor } from '../text/waits.ts';

export interface Pause extends WaitReason {
  readonly milliseconds: number;
}

/** Milliseconds after Reset for its rounding and that of Date, and for the network. */
const RESET_MARGIN_MS = 1_200;

type Sent = Trace & { readonly waits: readonly Wait[] };

/** When the next request may be sent without a 429. With the key, its counter decides; without, also that of unauthorized requests. */
export function pause(run: Sent, withKey: boolean, now: number): Pause | undefined {
  const { exchanges } = run;
  const onKey = lastReading(run, isOnKey);
  const unauthorized = withKey
    ? undefined
    : lastReading(run, (exchange) => exchange.received.status === 401 && !readRate(exchange).stored);
  // Another limit is another counter: requests with the key do not draw from that of requests without one.
  const drawing = unauthorized?.limit === onKey?.limit ? exchanges : exchanges.filter(({ key }) => key === null);
  const exhausted = ifExhausted(onKey, exchanges);
  const exhaustedApart = ifExhausted(unauthorized, drawing);
  // Unauthorized requests come in groups: the window of the last group may be over.
  const apart = exhaustedApart && timeToReset(exhaustedApart, now) > 0 ? exhaustedApart : undefined;
  if ((exhausted ?? apart) !== undefined && wasDisproven(run)) return atPlanRate(run, now);
  return untilBack(exhausted, run, now) ?? untilBack(apart, run, now) ?? (onKey ? undefined : byPlan(run, now));
}

/** The reading, unless the next request has quota after these. */
const ifExhausted = (reading: RateReading | undefined, exchanges: readonly Exchange[]) =>
  reading !== undefined && left(reading, exchanges) <= 1 ? reading : undefined;

/** The wait for Reset, unless it has passed. */
function untilBack(reading: RateReading | undefined, { head }: Sent, now: number): Pause | undefined {
  if (reading === undefined || isOver(reading, now)) return undefined;
  const milliseconds = untilReset(reading, head.settings, now);
  const { remaining = null, limit = null } = reading;
  const time = new Date(now + milliseconds).toISOString().slice(11, 19);
  return { milliseconds, ...waitFor('window-reset', { remaining, limit, time }) };
}

/** Maximum concurrent requests with the key: one less than the remaining quota of the last response, else of the plan. */
export function roomFor(run: Sent, now: number): number {
  if (wasDisproven(run)) return 0;
  const onKey = lastReading(run, isOnKey);
  const room =
    onKey === undefined ? run.head.settings.perMinute - inWindow(run, now).length : left(onKey, run.exchanges);
  return room - 1;
}

/** What was answered during the last window. */
const inWindow = ({ head: { settings }, exchanges }: Sent, now: number): Exchange[] =>
  exchanges.filter(({ received }) => received.at > now - settings.windowSeconds * 1000);

/** Such a limit is no plan's. Its waits, a window for each few requests, would take hours. */
const LARGEST_UNPACED = 3;

/** The reading of the last of these responses, if it is complete. The limit per day says nothing about the next request. */
function lastReading({ head, exchanges }: Sent, select: (exchange: Answered) => boolean): RateReading | undefined {
  const last = exchanges.findLast((exchange): exchange is Answered => isAnswered(exchange) && select(exchange));
  if (last === undefined) return undefined;
  const reading = readRate(last);
  const { limit = 0, remaining = -1, reset } = reading;
  return limit > LARGEST_UNPACED && remaining >= 0 && reset !== undefined && !isDayLimit(limit, head.settings)
    ? reading
    : undefined;
}

/** Remaining quota, if everything sent since then counted. */
function left({ remaining = 0, exchange }: RateReading, exchanges: readonly Exchange[]): number {
  return remaining - exchanges.filter(({ seq }) => seq > exchange.seq).length;
}

/** Waits after which quota must be back. */
const FOR_QUOTA: readonly string[] = ['window-reset', 'plan-limit', 'unplanned-429'];

/** After a wait for Reset, the next response had no remaining quota again: a sliding window, or a meaningless value. */
function wasDisproven({ exchanges, waits }: Sent): boolean {
  return waits.some(({ code, until }) => {
    // Other waits end anywhere in a window.
    if (code === undefined || !FOR_QUOTA.includes(code)) return false;
    const next = exchanges.filter(isAnswered).find(({ sent }) => sent.at >= until - TIMER_GUARD_MS);
    const { remaining } = next === undefined ? {} : readRate(next);
    return remaining !== undefined && remaining <= 1;
  });
}

/** Evenly paced requests at the plan's rate, which are right for every limiter. */
function atPlanRate({ head, exchanges }: Sent, now: number): Pause | undefined {
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

/** Whether this Reset lay ahead when the response arrived, and has passed since. */
const isOver = (reading: RateReading, now: number): boolean =>
  timeToReset(reading, now) <= 0 && timeToReset(reading, reading.exchange.received.at) > 0;

/** The same as timeToReset; a window if Reset is not within one. */
function untilReset(reading: RateReading, settings: Settings, now: number): number {
  const window = settings.windowSeconds * 1000;
  const wait = timeToReset(reading, now);
  return wait > 0 && wait <= window + 2 * RESET_MARGIN_MS ? wait : window + RESET_MARGIN_MS;
}

/** Without a reading: at most the plan's limit minus 1 in any window. */
function byPlan(run: Sent, now: number): Pause | undefined {
  const { perMinute, windowSeconds, plan } = run.head.settings;
  const recent = inWindow(run, now);
  // One more fits after this many have left the window.
  const last = recent[recent.length - (perMinute - 1)];
  if (last === undefined) return undefined;
  const milliseconds = last.received.at + windowSeconds * 1000 + RESET_MARGIN_MS - now;
  return { milliseconds, ...waitFor('plan-limit', { sent: recent.length, seconds: windowSeconds, plan, perMinute }) };
}
