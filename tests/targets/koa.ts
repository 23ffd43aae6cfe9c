import type { RequestListener } from 'node:http';
import Koa, { type Context, type Middleware } from 'koa';
import ratelimit from 'koa-ratelimit';
import { type AnimalStore, callerOf, type Setting, type Targets, TOO_MANY } from './store.ts';

/** The store as a Koa application behind the given middleware. */
function koaStore(store: AnimalStore, ...before: readonly Middleware[]): RequestListener {
  const app = new Koa();
  for (const each of before) app.use(each);
  app.use((context) => answer(store, context));
  return app.callback();
}

async function answer(store: AnimalStore, context: Context): Promise<void> {
  const { status, headers, body } = await store.answer(context.req);
  context.status = status;
  context.set(Object.fromEntries(headers));
  context.body = body;
}

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

export const koaTargets: Targets = {
  /** Outermost, in memory, the Error body written when it refuses. Reset has a fraction, and Retry-After is rounded down. */
  'koa-ratelimit': (setting) => koaStore(setting.store, limiter(setting)),
  /** Reset made whole and Retry-After rounded up by a middleware around it. */
  'koa-ratelimit repaired': (setting) => koaStore(setting.store, roundUp, limiter(setting)),
};

const roundUp: Middleware = async (context, next) => {
  await next();
  const reset = Number(context.response.get('X-RateLimit-Reset'));
  context.set('X-RateLimit-Reset', String(Math.ceil(reset)));
  if (context.status === 429) context.set('Retry-After', String(Math.max(1, Math.ceil(reset - Date.now() / 1_000))));
};
