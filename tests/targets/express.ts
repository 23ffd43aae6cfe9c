import type { RequestListener } from 'node:http';
import express, { type RequestHandler, type Response } from 'express';
import type { Answer } from '../../src/reference/message.ts';
import type { AnimalStore } from './store.ts';

/** The store as an Express application behind the given middleware. */
export function expressStore(store: AnimalStore, ...before: readonly RequestHandler[]): RequestListener {
  const app = express();
  for (const each of before) app.use(each);
  app.use(async (request, response) => send(response, await store.answer(request)));
  return app;
}

/** Answers 401 itself, so that what stands behind it sees known customers only. */
export function expressGuard(store: AnimalStore): RequestHandler {
  return async (request, response, next) => {
    if (store.knows(request)) next();
    else send(response, await store.answer(request));
  };
}

function send(response: Response, { status, headers, body }: Answer): void {
  response.status(status).set(Object.fromEntries(headers)).send(body);
}
