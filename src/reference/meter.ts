import type { Limiter, LimiterFactory } from './limiter.ts';

export type Plan = 'free' | 'pro' | 'business' | 'enterprise';

export interface Customer {
  readonly key: string;
  readonly plan: Plan;
}

/** Whose limits apply to a request: those of a plan, or those of a caller without a valid key. */
export type Tier = Plan | 'anonymous';

export type Meter = ReturnType<typeof createMeter>;
export type Tally = ReturnType<Meter>;

export const DAY_MS = 86_400_000;

/** Counts requests against the limits of their tier per minute (`windowMs`) and per day. If the minute refuses, the day is not charged. */
export function createMeter(
  allowances: Readonly<Record<Tier, Readonly<Record<'perMinute' | 'perDay', number>>>>,
  windowMs: number,
  perMinute: LimiterFactory,
  perDay: LimiterFactory,
) {
  const limiters = Object.fromEntries(
    Object.entries(allowances).map(([tier, allowance]) => {
      const minute = perMinute({ limit: allowance.perMinute, windowMs });
      return [tier, { minute, day: perDay({ limit: allowance.perDay, windowMs: DAY_MS }) }];
    }),
  ) as Record<Tier, Record<'minute' | 'day', Limiter>>;
  return (tier: Tier, counter: string, nowMs: number, cost: number) => {
    const limiter = limiters[tier];
    const minute = limiter.minute(counter, nowMs, cost);
    const day = limiter.day(counter, nowMs, minute.admitted ? cost : 0);
    // The rate headers describe the daily limit if it refuses, and otherwise that of the minute.
    return { admitted: minute.admitted && day.admitted, minute, day, governing: day.admitted ? minute : day };
  };
}
