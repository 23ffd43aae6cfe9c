import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Clock, Io } from '../../io/io.ts';
import { conforming, FAILED, problemReply, type Service, type Variant, withChanges } from '../behaviour.ts';
import { type Answer, type Operation, Refused, type Reply, type Request } from '../message.ts';
import { type Customer, createMeter, DAY_MS, type Plan, type Tally } from '../meter.ts';
import { type Store, seedAnimals } from '../store.ts';
import { type Capacity, withCapacity } from './serving-capacity.ts';

export type Reference = Awaited<ReturnType<typeof startReference>>;

const HOST = '127.0.0.1';

/** Starts a conforming Animal Store Service on loopback; `variants` change it. Rejects if the port is taken. */
export async function startReference(options: ReferenceOptions, { clock, network }: Pick<Io, 'clock' | 'network'>) {
  const service = createService(options, clock);
  const server = createListener(service);
  const { port, close } = await network.listen(server, options.port ?? 0, HOST);
  return {
    baseUrl: `http://${HOST}:${port}/v1`,
    port,
    keys: keysOf(service.customers, 0),
    secondKeys: keysOf(service.customers, 1),
    close,
  };
}

function createListener(service: Service): Server {
  const connections = new WeakMap<Socket, number>();
  let opened = 0;
  let serial = 0;
  const server = createServer({ joinDuplicateHeaders: true }, (incoming, wire) => {
    serial += 1;
    receive(incoming, serial, connections.get(incoming.socket) ?? 0).then(
      (request) => service.behaviour.deliver(respond(request, service), request, wire),
      // The client closed the connection before it had sent the complete request.
      () => wire.destroy(),
    );
  });
  server.on('connection', (socket: Socket) => {
    opened += 1;
    connections.set(socket, opened);
  });
  // A client that pauses for a complete rate window must find its connection open.
  server.keepAliveTimeout = 120_000;
  return server;
}

/** Reads the complete request. Rejects if the client closes the connection before. */
export async function receive(incoming: IncomingMessage, serial: number, connection: number): Promise<Request> {
  const [path = '', query = ''] = (incoming.url ?? '').split(/\?(.*)/s);
  const method = incoming.method ?? 'GET';
  return {
    serial,
    connection,
    remote: incoming.socket.remoteAddress ?? 'unknown',
    method,
    path,
    query: new URLSearchParams(query),
    rawQuery: query,
    headers: new Map(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
    body: await buffer(incoming),
    operation: operationOf(method, path),
  };
}

function operationOf(method: string, path: string): Operation {
  const isRead = method === 'GET' || method === 'HEAD';
  if (path === '/v1/pets') return isRead ? 'list' : method === 'POST' ? 'create' : 'unlisted';
  return isRead && /^\/v1\/pets\/[^/]+$/.test(path) ? 'get' : 'unlisted';
}

/** Handles a request. The limiter counts every request, so that every response has rate headers. */
export function respond(request: Request, service: Service): Answer {
  const { behaviour, meter } = service;
  const customer = behaviour.authenticate(request, service);
  const now = behaviour.now();
  const counter = behaviour.counter(request, customer);
  const tally = meter(counter.tier, counter.name, now, behaviour.cost(request));
  const decided = decide(tally, request, customer, service);
  const reply = behaviour.shape(decided, request, service);
  const answer = {
    status: reply.status,
    headers: [
      ...behaviour.dateHeaders(now),
      ...(reply.json === undefined ? [] : [['Content-Type', 'application/json'] as const]),
      ...behaviour.rateHeaders(behaviour.rateValues(tally, request), request),
      ...reply.headers,
    ],
    body: reply.json === undefined ? '' : behaviour.write(reply.json),
  };
  return behaviour.finish(answer, request, service);
}

function decide(tally: Tally, request: Request, customer: Customer | null, service: Service): Reply {
  const { behaviour } = service;
  try {
    if (!tally.admitted) return behaviour.tooMany(tally, request, service);
    return customer === null
      ? behaviour.unauthorized(request, service)
      : behaviour[request.operation](request, service);
  } catch (error) {
    return problemReply(behaviour, request, error instanceof Refused ? error.problem : FAILED);
  }
}

export interface ReferenceOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Length of the window of the limits per minute; default 60. */
  readonly windowSeconds?: number;
  /** Additional keys and their plans. They come before the default keys of their plan. */
  readonly keys?: Readonly<Record<string, Plan>>;
  /** Number of animals at the start; default 42. */
  readonly seed?: number;
  /** Limits of the enterprise keys; default 5,000 a minute and a million a day. */
  readonly enterprise?: Partial<typeof conforming.allowances.enterprise>;
  readonly capacity?: Capacity;
  readonly variants?: readonly Variant[];
}

/** The state of a new server: the conforming behaviour with its variants, a store with seeded animals, and unused limits. */
export function createService(options: ReferenceOptions, clock: Clock): Service {
  const { windowSeconds = 60, seed = 42, variants = [], enterprise = {}, keys = {}, capacity } = options;
  const allowances = { ...conforming.allowances, enterprise: { ...conforming.allowances.enterprise, ...enterprise } };
  const base = { ...conforming, now: () => Math.floor(clock.now()), later: clock.after, allowances };
  const serving = capacity === undefined ? [] : [withCapacity(capacity, clock)];
  const behaviour = withChanges(base, ...variants.map(({ apply }) => apply), ...serving);
  const store: Store = { seed, animals: [] };
  // Seeded animals are a day old, so that a fault of new animals does not apply to them.
  for (const animal of seedAnimals(seed))
    store.animals.push({ ...animal, id: behaviour.nextId(store), createdAt: behaviour.now() - DAY_MS });
  const meter = createMeter(behaviour.allowances, windowSeconds * 1000, behaviour.minuteLimiter, behaviour.dayLimiter);
  // The keys of the options come first, and the default keys remain valid.
  const customers = Object.entries({ ...keys, ...DEFAULT_KEYS, ...keys }).map(([key, plan]) => ({ key, plan }));
  return { behaviour, store, meter, customers };
}

const DEFAULT_KEYS: Readonly<Record<string, Plan>> = {
  ask_free_9fK2mQx7LpT4vRz8WbN1: 'free',
  ask_free_Ht6cYd3SgJ5uXe0PaKq2: 'free',
  ask_pro_B7nWk4ZtRf9LmCx2QvH8j: 'pro',
  ask_pro_u3EoYs6GdTp1XbNa5KrV0: 'pro',
  ask_business_Zq8LhT2xMv5KcWn7RyPd: 'business',
  ask_business_f4JbUe9sGo1NtXa6QwCk: 'business',
  ask_enterprise_Vm3RdKy7PzHs0LcTq9Wb: 'enterprise',
  ask_enterprise_g5XnEu2JfAo8QtMk4YiB: 'enterprise',
};

/** The key of the first (0) or second (1) customer of each plan. */
export function keysOf(customers: readonly Customer[], index: 0 | 1): Record<Plan, string> {
  const key = (plan: Plan): string => customers.filter((customer) => customer.plan === plan)[index]?.key ?? '';
  return { free: key('free'), pro: key('pro'), business: key('business'), enterprise: key('enterprise') };
}
