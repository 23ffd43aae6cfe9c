import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { fastifyGuard, fastifyStore } from './fastify.ts';
import { callerOf, TOO_MANY } from './store.ts';
import type { Setting, Target } from './target.ts';

/** A counter for each key and the Error body; the three headers are on by default. */
const options = ({ limit, windowMs }: Setting, more: RateLimitPluginOptions = {}): RateLimitPluginOptions => ({
  max: limit,
  timeWindow: windowMs,
  keyGenerator: ({ raw }) => callerOf(raw),
  errorResponseBuilder: (_request, { statusCode: status }) => ({ ...TOO_MANY, status }),
  ...more,
});

export const fastifyTargets: readonly Target[] = [
  {
    name: '@fastify/rate-limit',
    title: 'outermost, on every route, with the Error body',
    listener: (setting) => fastifyStore(setting.store, (app) => app.register(rateLimit, options(setting))),
  },
  {
    name: '@fastify/rate-limit ban',
    title: 'with ban: 1, so that the second refusal is 403',
    listener: (setting) => fastifyStore(setting.store, (app) => app.register(rateLimit, options(setting, { ban: 1 }))),
  },
  {
    name: '@fastify/rate-limit after auth',
    title: 'in the preHandler hook, behind authentication',
    listener: (setting) =>
      fastifyStore(setting.store, async (app) => {
        await app.register(rateLimit, options(setting, { hook: 'preHandler' }));
        app.addHook('onRequest', fastifyGuard(setting.store));
      }),
  },
  {
    name: '@fastify/rate-limit repaired',
    title: 'its count, with the headers of the document written by hand on every answer, unknown paths too',
    listener: (setting) => fastifyStore(setting.store, (app) => repaired(app, setting)),
  },
  {
    name: '@fastify/rate-limit prolonging',
    title: 'repaired, and with continueExceeding: every refused request starts the window anew',
    listener: (setting) => fastifyStore(setting.store, (app) => repaired(app, setting, { continueExceeding: true })),
  },
  {
    name: '@fastify/rate-limit backing off',
    title: 'repaired, and with exponentialBackoff: every refused request doubles the wait',
    listener: (setting) => fastifyStore(setting.store, (app) => repaired(app, setting, { exponentialBackoff: true })),
  },
];

async function repaired(app: FastifyInstance, setting: Setting, more: RateLimitPluginOptions = {}): Promise<void> {
  await app.register(rateLimit, options(setting, { global: false, ...more }));
  const count = app.createRateLimit();
  app.addHook('onRequest', async (request, reply) => {
    const counted = await count(request);
    if (counted.isAllowed) return;
    const { max, remaining, ttl, ttlInSeconds, isExceeded } = counted;
    reply.header('X-RateLimit-Limit', max).header('X-RateLimit-Remaining', remaining);
    reply.header('X-RateLimit-Reset', Math.ceil((Date.now() + ttl) / 1_000));
    if (isExceeded) return reply.code(429).header('Retry-After', ttlInSeconds).send(TOO_MANY);
  });
}
