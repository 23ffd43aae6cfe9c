import type { RequestListener } from 'node:http';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { AnimalStore } from './store.ts';

/** The store as a Fastify application; `arrange` puts a limiter before its routes. */
export async function fastifyStore(
  store: AnimalStore,
  arrange: (app: FastifyInstance) => unknown,
): Promise<RequestListener> {
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

/** Answers 401 before any hook that comes later. */
export function fastifyGuard(store: AnimalStore) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
    store.knows(request.raw) ? undefined : answer(store, request, reply);
}

async function answer(store: AnimalStore, { raw }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { status, headers, body } = await store.answer(raw);
  return reply.code(status).headers(Object.fromEntries(headers)).send(body);
}
