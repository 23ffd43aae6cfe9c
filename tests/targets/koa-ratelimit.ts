import type { Context, Middleware } from 'koa';
import ratelimit from 'koa-ratelimit';
import { koaGuard, koaStore } from './koa.ts';
import { callerOf, TOO_MANY } from './store.ts';
import type { Setting, Target } from './target.ts';

/** A counter in memory for each key, and the Error body. */
function limiter({ limit, windowMs }: Setting): Middleware {
  const options = {
    driver: 'memory',
    db: new Map(),
    max: limit,
    duration: windowMs,
    id: ({ req }: Context) => callerOf(req),
    // Its types do not know this option.
    onLimited: (context: Context) => {
      context.body = TOO_MANY;
    },
  } as const;
  return ratelimit(options);
}

export const koaTargets: readonly Target[] = [
  {
    name: 'koa-ratelimit',
    title: 'outermost, in memory, the Error body written when it refuses',
    listener: (setting) => koaStore(setting.store, limiter(setting)),
  },
  {
    name: 'koa-ratelimit after auth',
    title: 'mounted behind authentication',
    listener: (setting) => koaStore(setting.store, koaGuard(setting.store), limiter(setting)),
  },
  {
    name: 'koa-ratelimit repaired',
    title: 'Reset made whole and Retry-After rounded up by a middleware around it',
    listener: (setting) => koaStore(setting.store, roundUp, limiter(setting)),
  },
];

const roundUp: Middleware = async (context, next) => {
  await next();
  const reset = Number(context.response.get('X-RateLimit-Reset'));
  context.set('X-RateLimit-Reset', String(Math.ceil(reset)));
  if (context.status === 429) context.set('Retry-After', String(Math.max(1, Math.ceil(reset - Date.now() / 1_000))));
};
