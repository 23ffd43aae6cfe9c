import type { RequestListener } from 'node:http';
import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type AnimalStore, callerOf, type Setting, type Targets, TOO_MANY } from './store.ts';

/** The store as a Fastify application; `arrange` puts a limiter before its routes. */
async function fastifyStore(store: AnimalStore, arrange: (app: FastifyInstance) => unknown): Promise<RequestListener> {
  const app = fastify();
  // The store reads the body itself: Fastify's parser loses the digits of 64-bit integers.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  await arrange(app);
  const handle = (request: FastifyRequest, reply: FastifyReply) => answer(store, request, reply);
  app.get('/v1/pets', handle);
  app.post('/v1/pets', handle);
  app.get('/v1/pets/:petId', handle);
  app.setNotFoundHandler(handle);
  await app.ready();
  return (request, response) => app.routing(request, response);
}

async function answer(store: AnimalStore, { raw }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { status, headers, body } = await store.answer(raw);
  return reply.code(status).headers(Object.fromEntries(headers)).send(body);
}

/** A counter for each key and the Error body; the three headers are on by default. */
const options = ({ limit, windowMs }: Setting, more: RateLimitPluginOptions = {}): RateLimitPluginOptions => ({
  max: limit,
  timeWindow: windowMs,
  keyGenerator: ({ raw }) => callerOf(raw),
  errorResponseBuilder: (_request, { statusCode: status }) => ({ ...TOO_MANY, status }),
  ...more,
});

export const fastifyTargets: Targets = {
  /** Outermost, on every route, with the Error body. Reset is a delta, which as a timestamp lies in 1970. */
  '@fastify/rate-limit': (setting) => fastifyStore(setting.store, (app) => app.register(rateLimit, options(setting))),
  /** With ban: 1, so that the second refusal is 403. A banned key proves nothing about a wait. */
  '@fastify/rate-limit ban': (setting) =>
    fastifyStore(setting.store, (app) => app.register(rateLimit, options(setting, { ban: 1 }))),
  /** Its count, with the headers of the specification written by hand on every answer, unknown paths too. */
  '@fastify/rate-limit repaired': (setting) => fastifyStore(setting.store, (app) => repaired(app, setting)),
  /** Repaired, and with continueExceeding: every refused request starts the window anew, and says so. */
  '@fastify/rate-limit prolonging': (setting) =>
    fastifyStore(setting.store, (app) => repaired(app, setting, { continueExceeding: true })),
  /** Repaired, and with exponentialBackoff: every refused request doubles the wait, but its store forgets the caller after the window. */
  '@fastify/rate-limit backing off': (setting) =>
    fastifyStore(setting.store, (app) => repaired(app, setting, { exponentialBackoff: true })),
};

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
