import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expressTargets } from './express-rate-limit.ts';
import { fastifyTargets } from './fastify-rate-limit.ts';
import { honoTargets } from './hono-rate-limiter.ts';
import { koaTargets } from './koa-ratelimit.ts';
import { openStore } from './store.ts';
import type { Target } from './target.ts';

export const TARGETS: readonly Target[] = [...expressTargets, ...fastifyTargets, ...koaTargets, ...honoTargets];

/** N of the plan Free. */
const LIMIT = 60;

export interface Running {
  /** `http://127.0.0.1:PORT/v1` */
  readonly baseUrl: string;
  /** Two customers of the plan Free. */
  readonly keys: readonly [string, string];
  close(): Promise<void>;
}

/** Starts a target with counters and animals of its own; port 0 is any free one. */
export async function startTarget(name: string, { windowSeconds = 60, port = 0 } = {}): Promise<Running> {
  const target = TARGETS.find((each) => each.name === name);
  if (target === undefined)
    throw new TypeError(`no target "${name}"; there are: ${TARGETS.map((each) => each.name).join(', ')}`);
  const store = openStore();
  const listener = await target.listener({ store, limit: LIMIT, windowMs: windowSeconds * 1_000 });
  const server = createServer(listener);
  // A client that pauses for a whole window must find its connection alive.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${taken}/v1`,
    keys: store.keys,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
