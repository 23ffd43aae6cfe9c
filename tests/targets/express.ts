import type { RequestListener } from 'node:http';
import express, { type RequestHandler, type Response } from 'express';
import { type Options, rateLimit } from 'express-rate-limit';
import type { Answer } from '../../src/reference/message.ts';
import { type AnimalStore, callerOf, type Setting, type Targets, TOO_MANY } from './store.ts';

/** The store as an Express application behind the given middleware. */
function expressStore(store: AnimalStore, ...before: readonly RequestHandler[]): RequestListener {
  const app = express();
  for (const each of before) app.use(each);
  app.use(async (request, response) => send(response, await store.answer(request)));
  return app;
}

/** Answers 401 itself, so that what stands behind it sees known customers only. */
function expressGuard(store: AnimalStore): RequestHandler {
  return async (request, response, next) => {
    if (store.knows(request)) next();
    else send(response, await store.answer(request));
  };
}

function send(response: Response, { status, headers, body }: Answer): void {
  response.status(status).set(Object.fromEntries(headers)).send(body);
}

/** Outermost, with a counter for each key and the Error body as its message: by default it counts by address, for all keys together. */
const limiter = ({ limit, windowMs }: Setting, more: Partial<Options> = {}) =>
  rateLimit({ limit, windowMs, keyGenerator: callerOf, message: TOO_MANY, ...more });

const limitedWith =
  (more: Partial<Options>): Targets[string] =>
  (setting) =>
    expressStore(setting.store, limiter(setting, more));

export const expressTargets: Targets = {
  'express-rate-limit': limitedWith({}),
  /** The headers are missing on 401, which never reaches the limiter. */
  'express-rate-limit after auth': (setting) =>
    expressStore(setting.store, expressGuard(setting.store), limiter(setting)),
  /** The headers of the IETF draft instead of the three. Retry-After stays. */
  'express-rate-limit draft-8': limitedWith({ legacyHeaders: false, standardHeaders: 'draft-8' }),
  /** No headers at all, which turns Retry-After off too. */
  'express-rate-limit no headers': limitedWith({ legacyHeaders: false }),
  /** Nothing set but the numbers: it counts by address and refuses with a line of text. The limits depend on the plan of a key. */
  'express-rate-limit as shipped': ({ store, limit, windowMs }) => expressStore(store, rateLimit({ limit, windowMs })),
};
