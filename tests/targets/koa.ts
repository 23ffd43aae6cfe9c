import type { RequestListener } from 'node:http';
import Koa, { type Context, type Middleware } from 'koa';
import type { AnimalStore } from './store.ts';

/** The store as a Koa application behind the given middleware. */
export function koaStore(store: AnimalStore, ...before: readonly Middleware[]): RequestListener {
  const app = new Koa();
  for (const each of before) app.use(each);
  app.use((context) => answer(store, context));
  return app.callback();
}

/** Answers 401 itself, so that what stands behind it sees known customers only. */
export function koaGuard(store: AnimalStore): Middleware {
  return (context, next) => (store.knows(context.req) ? next() : answer(store, context));
}

async function answer(store: AnimalStore, context: Context): Promise<void> {
  const { status, headers, body } = await store.answer(context.req);
  context.status = status;
  context.set(Object.fromEntries(headers));
  context.body = body;
}
