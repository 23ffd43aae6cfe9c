import type { RequestListener } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type { RateLimitInfo } from 'hono-rate-limiter';
import type { AnimalStore } from './store.ts';

export interface HonoEnv {
  Bindings: HttpBindings;
  Variables: { rateLimit: RateLimitInfo };
}

/** The store as a Hono application behind the given middleware. */
export function honoStore(store: AnimalStore, ...before: readonly MiddlewareHandler<HonoEnv>[]): RequestListener {
  const app = new Hono<HonoEnv>();
  for (const each of before) app.use(each);
  app.all('*', (context) => answer(store, context));
  return getRequestListener(app.fetch);
}

/** Answers 401 itself, so that what stands behind it sees known customers only. */
export function honoGuard(store: AnimalStore): MiddlewareHandler<HonoEnv> {
  return (context, next) => (store.knows(context.env.incoming) ? next() : answer(store, context));
}

async function answer(store: AnimalStore, context: Context<HonoEnv>): Promise<Response> {
  const { status, headers, body } = await store.answer(context.env.incoming);
  for (const [name, value] of headers) context.header(name, value);
  return context.newResponse(String(body), status as StatusCode);
}
