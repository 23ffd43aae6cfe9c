import { type Answered, isAnswered } from '../exchange/exchange.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Settings, Wait } from '../exchange/records/run-record.ts';
import { isDayLimit, isOnKey, type RateReading, readRate, serverSecond } from '../rules/rate/reading.ts';
import { type WaitReason, waitFor } from '../text/waits.ts';

export interface Pause extends WaitReason {
  readonly milliseconds: number;
}

/** Milliseconds for the rounding of Reset and Date, and for the network. */
const ROUNDING_MS = 1_200;

/** When the next request may be sent without a 429: by the last responses about the counters that it may draw from, else by the plan. */
export function pause(
  exchanges: readonly Exchange[],
  waits: readonly Wait[],
  settings: Settings,
  withKey: boolean,
  now: number,
): Pause | undefined {
  const onKey = lastReading(exchanges, isOnKey, settings);
  const refused = withKey
    ? undefined
    : lastReading(exchanges, (exchange) => exchange.received.status === 401 && !readRate(exchange).stored, settings);
  // Another limit is another counter: requests with the key do not draw from that of requests without one.
  const drawing = refused?.limit === onKey?.limit ? exchanges : exchanges.filter(({ key }) => key === null);
  for (const reading of [onKey, refused]) {
    if (reading === undefined || left(reading, reading === refused ? drawing : exchanges) > 1) continue;
    // Refusals come in groups: the window of the last group may be over.
    if (reading === refused && timeToReset(reading, now) <= 0) continue;
    if (wasDisproven(exchanges, waits)) return atPlanRate(exchanges, settings, now);
    if (isOver(reading, now)) continue;
    const milliseconds = untilReset(reading, settings, now);
    const { remaining = null, limit = null } = reading;
    return { milliseconds, ...waitFor('window-reset', { remaining, limit, time: timeAt(now + milliseconds) }) };
  }
  return onKey === undefined ? byPlan(exchanges, settings, now) : undefined;
}

/** Maximum concurrent requests with the key: one less than the remaining quota of the last response, else of the plan. */
export function roomFor(
  exchanges: readonly Exchange[],
  waits: readonly Wait[],
  settings: Settings,
  now: number,
): number {
  if (wasDisproven(exchanges, waits)) return 0;
  const onKey = lastReading(exchanges, isOnKey, settings);
  const sent = exchanges.filter(({ received }) => received.at > now - settings.windowSeconds * 1000).length;
  return (onKey === undefined ? settings.perMinute - sent : left(onKey, exchanges)) - 1;
}

/** The reading of the last of these responses, if it is complete. The limit per day says nothing about the next request. */
function lastReading(
  exchanges: readonly Exchange[],
  select: (exchange: Answered) => boolean,
  settings: Settings,
): RateReading | undefined {
  const last = exchanges.findLast((exchange): exchange is Answered => isAnswered(exchange) && select(exchange));
  if (last === undefined) return undefined;
  const reading = readRate(last);
  const { limit = 0, remaining = -1, reset } = reading;
  return limit > 3 && remaining >= 0 && reset !== undefined && !isDayLimit(limit, settings) ? reading : undefined;
}

/** Remaining quota, if everything sent since then counted. */
function left({ remaining = 0, exchange }: RateReading, exchanges: readonly Exchange[]): number {
  return remaining - exchanges.filter(({ seq }) => seq > exchange.seq).length;
}

/** Waits after which quota must be back. */
const FOR_QUOTA: readonly string[] = ['window-reset', 'plan-limit', 'unplanned-429'];

/** After a wait for Reset, the next response had no remaining quota again: a sliding window, or a meaningless value. */
function wasDisproven(exchanges: readonly Exchange[], waits: readonly Wait[]): boolean {
  return waits.some(({ code, until }) => {
    // Other waits end anywhere in a window.
    if (code === undefined || !FOR_QUOTA.includes(code)) return false;
    const next = exchanges.filter(isAnswered).find(({ sent }) => sent.at >= until - 50);
    const { remaining } = next === undefined ? {} : readRate(next);
    return remaining !== undefined && remaining <= 1;
  });
}

/** Evenly paced requests at the plan's rate, which are right for every limiter. */
function atPlanRate(
  exchanges: readonly Exchange[],
  { perMinute, windowSeconds }: Settings,
  now: number,
): Pause | undefined {
  const since = now - (exchanges.at(-1)?.sent.at ?? 0);
  const milliseconds = (windowSeconds * 1000) / perMinute - since;
  return milliseconds > 0 ? { milliseconds, ...waitFor('plan-rate') } : undefined;
}

/** Milliseconds until Reset has certainly passed, by the server's clock. */
function timeToReset({ reset = 0, exchange }: RateReading, now: number): number {
  const server = (serverSecond(exchange) ?? exchange.received.at / 1000) * 1000 + (now - exchange.received.at);
  return reset * 1000 - server + ROUNDING_MS;
}

/** Whether Reset was still ahead of the response and has passed: after a wait, a request without the key came first. */
const isOver = (reading: RateReading, now: number): boolean =>
  timeToReset(reading, now) <= 0 && timeToReset(reading, reading.exchange.received.at) > 0;

/** The same as timeToReset; a window if Reset is not within one. */
function untilReset(reading: RateReading, settings: Settings, now: number): number {
  const window = settings.windowSeconds * 1000;
  const wait = timeToReset(reading, now);
  return wait > 0 && wait <= window + 2 * ROUNDING_MS ? wait : window + ROUNDING_MS;
}

/** Without a reading: at most the plan's limit minus 1 in any window. */
function byPlan(
  exchanges: readonly Exchange[],
  { perMinute, windowSeconds, plan }: Settings,
  now: number,
): Pause | undefined {
  const window = windowSeconds * 1000;
  const recent = exchanges.filter(({ received }) => received.at > now - window);
  // One more fits after this many have left the window.
  const last = recent[recent.length - (perMinute - 1)];
  if (last === undefined) return undefined;
  const milliseconds = last.received.at + window + ROUNDING_MS - now;
  return {
    milliseconds,
    ...waitFor('plan-limit', { sent: recent.length, seconds: windowSeconds, plan, perMinute }),
  };
}

const timeAt = (at: number) => new Date(at).toISOString().slice(11, 19);
