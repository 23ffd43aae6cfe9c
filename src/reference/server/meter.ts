import type { Plan } from '../customers.ts';
import type { Decision, Limiter, LimiterFactory } from '../limiter.ts';

/** The caller that a request counts for: a plan's customer, or one without a valid key. */
export type Tier = Plan | 'anonymous';

export interface Allowance {
  readonly perMinute: number;
  readonly perDay: number;
}

export interface Tally {
  readonly admitted: boolean;
  readonly minute: Decision;
  readonly day: Decision;
  /** The limit that the response describes: the day's if it refuses, else the minute's. */
  readonly governing: Decision;
}

export interface Meter {
  take(tier: Tier, counter: string, nowMs: number, cost: number): Tally;
}

const DAY_MS = 86_400_000;

/**
 * Counts every request by its tier's minute and day; `windowMs` is the length of the minute. Requests that the minute
 * refuses do not count for the day.
 */
export function createMeter(
  allowances: Readonly<Record<Tier, Allowance>>,
  windowMs: number,
  perMinute: LimiterFactory,
  perDay: LimiterFactory,
): Meter {
  const limiters = new Map<Tier, { minute: Limiter; day: Limiter }>();
  const limitersOf = (tier: Tier) => {
    const allowance = allowances[tier];
    const known = limiters.get(tier) ?? {
      minute: perMinute({ limit: allowance.perMinute, windowMs }),
      day: perDay({ limit: allowance.perDay, windowMs: DAY_MS }),
    };
    limiters.set(tier, known);
    return known;
  };
  return {
    take: (tier, counter, nowMs, cost) => {
      const limiter = limitersOf(tier);
      const minute = limiter.minute.take(counter, nowMs, cost);
      const day = limiter.day.take(counter, nowMs, minute.admitted ? cost : 0);
      return { admitted: minute.admitted && day.admitted, minute, day, governing: day.admitted ? minute : day };
    },
  };
}
