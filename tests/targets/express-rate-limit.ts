import { type Options, rateLimit } from 'express-rate-limit';
import { expressGuard, expressStore } from './express.ts';
import { callerOf, TOO_MANY } from './store.ts';
import type { Setting, Target } from './target.ts';

/** A counter for each key and the Error body; the three headers are on by default. */
const limiter = ({ limit, windowMs }: Setting, more: Partial<Options> = {}) =>
  rateLimit({ limit, windowMs, keyGenerator: callerOf, message: TOO_MANY, ...more });

export const expressTargets: readonly Target[] = [
  {
    name: 'express-rate-limit',
    title: 'outermost, the Error body as its message',
    listener: (setting) => expressStore(setting.store, limiter(setting)),
  },
  {
    name: 'express-rate-limit after auth',
    title: 'mounted behind authentication',
    listener: (setting) => expressStore(setting.store, expressGuard(setting.store), limiter(setting)),
  },
  {
    name: 'express-rate-limit draft-8',
    title: 'the headers of the IETF draft instead of the three',
    listener: (setting) =>
      expressStore(setting.store, limiter(setting, { legacyHeaders: false, standardHeaders: 'draft-8' })),
  },
  {
    name: 'express-rate-limit no headers',
    title: 'no headers at all, which turns Retry-After off too',
    listener: (setting) => expressStore(setting.store, limiter(setting, { legacyHeaders: false })),
  },
  {
    name: 'express-rate-limit raw header',
    title: 'a counter for each Authorization header as it was sent: `bearer KEY` is another caller than `Bearer KEY`',
    listener: (setting) =>
      expressStore(
        setting.store,
        limiter(setting, {
          keyGenerator: ({ headers: { authorization }, socket }) => authorization ?? String(socket.remoteAddress),
        }),
      ),
  },
  {
    name: 'express-rate-limit as shipped',
    title: 'nothing set but the numbers: it counts by address and refuses with a line of text',
    listener: ({ store, limit, windowMs }) => expressStore(store, rateLimit({ limit, windowMs })),
  },
];
