import type { Behaviour } from '../behaviour.ts';
import { windowFromFirst, windowOnClock } from '../limiter.ts';
import { problemOutcome } from './problem.ts';

export const rate = {
  allowances: {
    free: { perMinute: 60, perDay: 1_000 },
    pro: { perMinute: 300, perDay: 10_000 },
    business: { perMinute: 1_000, perDay: 100_000 },
    enterprise: { perMinute: 5_000, perDay: 1_000_000 },
    anonymous: { perMinute: 600, perDay: 1_000_000 },
  },
  minuteLimiter: windowFromFirst,
  dayLimiter: windowOnClock,
  counter: (request, customer) =>
    customer === null ? { tier: 'anonymous', name: request.remote } : { tier: customer.plan, name: customer.key },
  cost: () => 1,
  tooMany: ({ governing }, request, { behaviour }) =>
    problemOutcome(behaviour, request, {
      status: 429,
      code: 'rate_limited',
      message: 'The rate limit of your plan is exceeded. Wait for the time given in Retry-After.',
      headers: [['Retry-After', String(governing.retryAfterSeconds)]],
    }),
  rateValues: ({ governing }) => ({
    limit: String(governing.limit),
    remaining: String(governing.remaining),
    reset: String(Math.ceil(governing.resetAtMs / 1000)),
  }),
  rateHeaders: ({ limit, remaining, reset }) => [
    ['X-RateLimit-Limit', limit],
    ['X-RateLimit-Remaining', remaining],
    ['X-RateLimit-Reset', reset],
  ],
} satisfies Partial<Behaviour>;
