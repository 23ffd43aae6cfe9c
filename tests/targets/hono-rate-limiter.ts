import type { MiddlewareHandler } from 'hono';
import { rateLimiter } from 'hono-rate-limiter';
import { type HonoEnv, honoGuard, honoStore } from './hono.ts';
import { callerOf, TOO_MANY } from './store.ts';
import type { Setting, Target } from './target.ts';

/** A counter for each key and the Error body; its headers are those of draft 6 by default. */
const limiter = ({ limit, windowMs }: Setting): MiddlewareHandler<HonoEnv> =>
  rateLimiter<HonoEnv>({
    limit,
    windowMs,
    keyGenerator: ({ env }) => callerOf(env.incoming),
    message: TOO_MANY,
  });

export const honoTargets: readonly Target[] = [
  {
    name: 'hono-rate-limiter',
    title: 'outermost, the Error body as its message',
    listener: (setting) => honoStore(setting.store, limiter(setting)),
  },
  {
    name: 'hono-rate-limiter repaired',
    title: 'the headers of the document written from what it counted',
    listener: (setting) => honoStore(setting.store, documented, limiter(setting)),
  },
  {
    name: 'hono-rate-limiter repaired after auth',
    title: 'the same, mounted behind authentication',
    listener: (setting) => honoStore(setting.store, honoGuard(setting.store), documented, limiter(setting)),
  },
];

const documented: MiddlewareHandler<HonoEnv> = async (context, next) => {
  await next();
  const { limit, remaining, resetTime } = context.get('rateLimit');
  context.header('X-RateLimit-Limit', String(limit));
  context.header('X-RateLimit-Remaining', String(remaining));
  context.header('X-RateLimit-Reset', String(Math.ceil(Number(resetTime) / 1_000)));
};
