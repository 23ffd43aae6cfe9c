import type { RequestListener } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { type RateLimitInfo, rateLimiter } from 'hono-rate-limiter';
import { type AnimalStore, callerOf, type Setting, type Targets, TOO_MANY } from './store.ts';

interface HonoEnv {
  Bindings: HttpBindings;
  Variables: { rateLimit: RateLimitInfo };
}

/** The store as a Hono application behind the given middleware. */
function honoStore(store: AnimalStore, ...before: readonly MiddlewareHandler<HonoEnv>[]): RequestListener {
  const app = new Hono<HonoEnv>();
  for (const each of before) app.use(each);
  app.all('*', (context) => answer(store, context));
  return getRequestListener(app.fetch);
}

async function answer(store: AnimalStore, context: Context<HonoEnv>): Promise<Response> {
  const { status, headers, body } = await store.answer(context.env.incoming);
  for (const [name, value] of headers) context.header(name, value);
  return context.newResponse(String(body), status as StatusCode);
}

/** A counter for each key and the Error body; its headers are those of draft 6 by default. */
const limiter = ({ limit, windowMs }: Setting): MiddlewareHandler<HonoEnv> =>
  rateLimiter<HonoEnv>({ limit, windowMs, keyGenerator: ({ env }) => callerOf(env.incoming), message: TOO_MANY });

export const honoTargets: Targets = {
  /** Outermost, the Error body as its message. */
  'hono-rate-limiter': (setting) => honoStore(setting.store, limiter(setting)),
  /** The headers of the specification, written from what it counted. */
  'hono-rate-limiter repaired': (setting) => honoStore(setting.store, documented, limiter(setting)),
};

const documented: MiddlewareHandler<HonoEnv> = async (context, next) => {
  await next();
  const { limit, remaining, resetTime } = context.get('rateLimit');
  context.header('X-RateLimit-Limit', String(limit));
  context.header('X-RateLimit-Remaining', String(remaining));
  context.header('X-RateLimit-Reset', String(Math.ceil(Number(resetTime) / 1_000)));
};
