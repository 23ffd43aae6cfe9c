import type { Io } from '../../src/io/io.ts';
import { serversOn } from '../support/servers.ts';
import { expressTargets } from './express.ts';
import { fastifyTargets } from './fastify.ts';
import { honoTargets } from './hono.ts';
import { koaTargets } from './koa.ts';
import { openStore, type Targets } from './store.ts';

export const TARGETS: Targets = { ...expressTargets, ...fastifyTargets, ...koaTargets, ...honoTargets };

/** N of the plan Free. */
const LIMIT = 60;

/** Starts a target with counters, animals and two customers of the plan Free of its own. */
export async function startTarget(name: string, windowSeconds: number, io: Pick<Io, 'clock' | 'network'>) {
  const listen = TARGETS[name];
  if (listen === undefined) throw new TypeError(`no target "${name}"; there are: ${Object.keys(TARGETS).join(', ')}`);
  const store = openStore(io.clock);
  const listener = await listen({ store, limit: LIMIT, windowMs: windowSeconds * 1_000 });
  const { baseUrl } = await serversOn(() => io).serve(listener);
  return { baseUrl, keys: store.keys };
}
