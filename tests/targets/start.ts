import { createServer } from 'node:http';
import type { Network } from '../../src/io/io.ts';
import { expressTargets } from './express.ts';
import { fastifyTargets } from './fastify.ts';
import { honoTargets } from './hono.ts';
import { koaTargets } from './koa.ts';
import { openStore, type Targets } from './store.ts';

export const TARGETS: Targets = { ...expressTargets, ...fastifyTargets, ...koaTargets, ...honoTargets };

/** N of the plan Free. */
const LIMIT = 60;

export interface Running {
  /** `http://127.0.0.1:PORT/v1` */
  readonly baseUrl: string;
  /** Two customers of the plan Free. */
  readonly keys: readonly [string, string];
  close(): Promise<void>;
}

interface StartOptions {
  readonly network: Pick<Network, 'listen'>;
  readonly windowSeconds?: number;
}

/** Starts a target with counters and animals of its own. */
export async function startTarget(name: string, options: StartOptions): Promise<Running> {
  const { network, windowSeconds = 60 } = options;
  const listen = TARGETS[name];
  if (listen === undefined) throw new TypeError(`no target "${name}"; there are: ${Object.keys(TARGETS).join(', ')}`);
  const store = openStore();
  const listener = await listen({ store, limit: LIMIT, windowMs: windowSeconds * 1_000 });
  const server = createServer((request, response) => {
    // Node's own Date header shows real time.
    response.sendDate = false;
    response.setHeader('Date', new Date().toUTCString());
    listener(request, response);
  });
  // A client that pauses for a whole window must find its connection alive.
  server.keepAliveTimeout = 120_000;
  const { port, close } = await network.listen(server, 0, '127.0.0.1');
  return { baseUrl: `http://127.0.0.1:${port}/v1`, keys: store.keys, close };
}
