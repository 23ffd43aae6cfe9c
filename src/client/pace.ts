import { type Answered, type Exchange, isAnswered, type Settings, type Wait } from '../exchange/index.ts';
import { isOnKey, isStored, type RateReading, readRate, serverSecond } from '../rules/rate/reading.ts';

/** How long to wait before the next request, and why. */
export interface Pause {
  readonly milliseconds: number;
  readonly reason: string;
}

/** Rounding of Reset and of Date, one second each, and a little for the network. */
const ROUNDING_MS = 1_200;

/**
 * When the next request may go, so that no 429 is provoked: by what the last answers say of the counters that it may draw on (a request without
 * the key draws on the key's, too, where the limiter counts by address), else by the plan. Where a counter still shows nothing left right after its
 * Reset was waited for, the run goes on at the plan's rate.
 */
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
    : lastReading(exchanges, (exchange) => exchange.received.status === 401 && !isStored(exchange), settings);
  for (const reading of [onKey, refused]) {
    if (reading === undefined || left(reading, exchanges) > 1) continue;
    if (wasDisproven(exchanges, waits)) return atPlanRate(exchanges, settings, now);
    const milliseconds = untilReset(reading, settings, now);
    const reason = `${reading.remaining} of ${reading.limit} requests left, by X-RateLimit-Remaining; the window resets at ${clock(now + milliseconds)}`;
    return { milliseconds, reason };
  }
  return onKey === undefined ? byPlan(exchanges, settings, now) : undefined;
}

/** How many requests with the key may be under way at the same time: one less than is left by the last answer, else by the plan. */
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

/** The last complete reading that describes the minute's limit; the day's says nothing about the next request. */
function lastReading(
  exchanges: readonly Exchange[],
  select: (exchange: Answered) => boolean,
  settings: Settings,
): RateReading | undefined {
  const last = exchanges.findLast((exchange): exchange is Answered => isAnswered(exchange) && select(exchange));
  if (last === undefined) return undefined;
  const reading = readRate(last);
  const readable =
    reading.limit !== undefined &&
    reading.remaining !== undefined &&
    reading.reset !== undefined &&
    reading.limit > 3 &&
    reading.remaining >= 0;
  return readable && reading.limit !== settings.perDay ? reading : undefined;
}

/** What is left when everything sent since may have counted. */
function left({ remaining = 0, exchange }: RateReading, exchanges: readonly Exchange[]): number {
  return remaining - exchanges.filter(({ seq }) => seq > exchange.seq).length;
}

/** Reset was waited for, and the next answer said again that nothing is left: a sliding window, or a number that means nothing. */
function wasDisproven(exchanges: readonly Exchange[], waits: readonly Wait[]): boolean {
  return waits.some(({ until }) => {
    const next = exchanges.filter(isAnswered).find(({ sent }) => sent.at >= until - 50);
    const { remaining } = next === undefined ? {} : readRate(next);
    return remaining !== undefined && remaining <= 1;
  });
}

/** One request for each share of the window that the plan grants: right for every limiter that still counts. */
function atPlanRate(
  exchanges: readonly Exchange[],
  { perMinute, windowSeconds }: Settings,
  now: number,
): Pause | undefined {
  const since = now - (exchanges.at(-1)?.sent.at ?? 0);
  const milliseconds = (windowSeconds * 1000) / perMinute - since;
  return milliseconds > 0
    ? { milliseconds, reason: "next to nothing is left even after a Reset: going on at the plan's rate" }
    : undefined;
}

function untilReset({ reset = 0, exchange }: RateReading, settings: Settings, now: number): number {
  const window = settings.windowSeconds * 1000;
  const server = (serverSecond(exchange) ?? exchange.received.at / 1000) * 1000 + (now - exchange.received.at);
  const wait = reset * 1000 - server + ROUNDING_MS;
  return wait > 0 && wait <= window + 2 * ROUNDING_MS ? wait : window + ROUNDING_MS;
}

/** Without a reading: at most the plan's number, less one, in any window. */
function byPlan(
  exchanges: readonly Exchange[],
  { perMinute, windowSeconds, plan }: Settings,
  now: number,
): Pause | undefined {
  const window = windowSeconds * 1000;
  const recent = exchanges.filter(({ received }) => received.at > now - window);
  const first = recent[0];
  if (first === undefined || recent.length < perMinute - 1) return undefined;
  const milliseconds = first.received.at + window + ROUNDING_MS - now;
  return {
    milliseconds,
    reason: `${recent.length} requests sent in ${windowSeconds} s, and the plan ${plan} allows ${perMinute}`,
  };
}

/** Time of day in UTC. */
function clock(at: number): string {
  return new Date(at).toISOString().slice(11, 19);
}
