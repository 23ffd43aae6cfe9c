import type { ServerResponse } from 'node:http';
import { windowFromFirst, windowOnClock } from './limiter.ts';
import { type Answer, type Header, type Operation, type Problem, type Reply, type Request, refuse } from './message.ts';
import type { Customer, Meter, Tally, Tier } from './meter.ts';
import type { Animal, Store } from './store.ts';
import { int64In, integer, isObject, type Json, type JsonObject, member, readJson, writeJson } from './tree.ts';

/** The state of one running server. Steps call each other through `behaviour`, so that a replaced step is used everywhere. */
export interface Service {
  readonly behaviour: Behaviour;
  readonly store: Store;
  readonly customers: readonly Customer[];
  readonly meter: Meter;
}

/** Every step of the server, and its clock. */
export interface Behaviour extends Readonly<typeof conforming> {
  readonly now: () => number;
  /** Runs an action after a time. */
  readonly later: (milliseconds: number, action: () => void) => void;
}

/** Returns the steps that replace those of the base. It is called once per server, so its closure may hold state of the server. */
export type Change = (base: Behaviour) => Partial<Behaviour>;

/** Applies changes in order. Each change replaces steps of the behaviour after the changes before it. */
export function withChanges(base: Behaviour, ...changes: readonly Change[]): Behaviour {
  let behaviour = base;
  for (const change of changes) behaviour = { ...behaviour, ...change(behaviour) };
  return behaviour;
}

export const statuses: readonly string[] = ['available', 'pending', 'sold'];

export const FAILED: Problem = { status: 500, code: 'internal_error', message: 'The service failed.' };

export const problemReply = (behaviour: Behaviour, request: Request, problem: Problem): Reply => ({
  status: problem.status,
  headers: problem.headers ?? [],
  json: behaviour.encodeProblem(problem, request),
});

export interface Variant {
  /** The name of its row. Unique across all faults and variants. */
  readonly id: string;
  readonly title: string;
  readonly apply: Change;
}

export const withIds = <Row>(table: Readonly<Record<string, Row>>): readonly (Row & { readonly id: string })[] =>
  Object.entries(table).map(([id, row]) => ({ id, ...row }));

export type RateValues = Readonly<Record<'limit' | 'remaining' | 'reset', string>>;

/** The steps of a conforming server, in the order of a request. If the specification is silent, a step makes a legal choice. */
export const conforming = {
  credential: (request: Request): string | null =>
    /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null,
  authenticate: (request: Request, { behaviour, customers }: Service): Customer | null => {
    const key = behaviour.credential(request);
    return customers.find((customer) => customer.key === key) ?? null;
  },
  unauthorized: (request: Request, { behaviour }: Service): Reply =>
    problemReply(behaviour, request, {
      status: 401,
      code: 'unauthorized',
      message: 'A valid API key is required: Authorization: Bearer <API_KEY>.',
      headers: [['WWW-Authenticate', 'Bearer realm="animal-store"']],
    }),

  allowances: {
    free: { perMinute: 60, perDay: 1_000 },
    pro: { perMinute: 300, perDay: 10_000 },
    business: { perMinute: 1_000, perDay: 100_000 },
    enterprise: { perMinute: 5_000, perDay: 1_000_000 },
    anonymous: { perMinute: 600, perDay: 1_000_000 },
  },
  minuteLimiter: windowFromFirst,
  dayLimiter: windowOnClock,
  counter: (request: Request, customer: Customer | null): { readonly tier: Tier; readonly name: string } =>
    customer === null ? { tier: 'anonymous', name: request.remote } : { tier: customer.plan, name: customer.key },
  cost: (_request: Request): number => 1,
  tooMany: ({ governing }: Tally, request: Request, { behaviour }: Service): Reply =>
    problemReply(behaviour, request, {
      status: 429,
      code: 'rate_limited',
      message: 'The rate limit of your plan is exceeded. Wait for the time given in Retry-After.',
      headers: [['Retry-After', String(governing.retryAfterSeconds)]],
    }),
  rateValues: ({ governing }: Tally, _request: Request): RateValues => ({
    limit: String(governing.limit),
    remaining: String(governing.remaining),
    reset: String(Math.ceil(governing.resetAtMs / 1000)),
  }),
  rateHeaders: ({ limit, remaining, reset }: RateValues, _request: Request): readonly Header[] => [
    ['X-RateLimit-Limit', limit],
    ['X-RateLimit-Remaining', remaining],
    ['X-RateLimit-Reset', reset],
  ],

  list: (request: Request, service: Service): Reply => {
    const { behaviour, store } = service;
    const { query } = request;
    const limit = behaviour.readLimit(query.get('limit'));
    const filter = behaviour.readFilter(query.get('status'));
    const found = behaviour
      .order(store.animals, request)
      .filter((animal) => behaviour.visible(animal, service) && behaviour.matches(animal, filter, query));
    const items = behaviour.page(found, limit, query).map((animal) => behaviour.encodeAnimal(animal, 'list'));
    return { status: 200, headers: [], json: items };
  },
  readLimit: (text: string | null): number => {
    if (text === null) return 20;
    const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    return limit >= 1 && limit <= 100 ? limit : refuse('limit must be an integer from 1 to 100.');
  },
  readFilter: (text: string | null): string | null =>
    text === null || statuses.includes(text) ? text : refuse(`status must be one of ${statuses.join(', ')}.`),
  visible: (_animal: Animal, _service: Service): boolean => true,
  matches: (animal: Animal, filter: string | null, _query: URLSearchParams): boolean =>
    filter === null || animal.status === filter,
  order: (animals: readonly Animal[], _request: Request): readonly Animal[] => animals.toReversed(),
  page: (animals: readonly Animal[], limit: number, _query: URLSearchParams): readonly Animal[] =>
    animals.slice(0, limit),

  create: (request: Request, { behaviour, store }: Service): Reply => {
    const payload = behaviour.readBody(request);
    if (!isObject(payload)) return refuse('The body must be a JSON object with name and categoryId.');
    const animal = {
      name: behaviour.readName(member(payload, 'name')),
      categoryId: behaviour.readCategory(member(payload, 'categoryId')),
      status: behaviour.readStatus(member(payload, 'status')),
      id: behaviour.nextId(store),
      createdAt: behaviour.now(),
    };
    store.animals.push(animal);
    return { status: 201, headers: [], json: behaviour.encodeAnimal(animal, 'create') };
  },
  readBody: ({ body }: Request): Json => {
    try {
      return readJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
    } catch {
      return refuse('The body is not JSON.');
    }
  },
  readName: (json: Json | undefined): string =>
    typeof json === 'string' ? json : refuse('name is required and must be a string.'),
  readCategory: (json: Json | undefined): bigint =>
    int64In(json) ?? refuse('categoryId is required and must be a 64-bit integer.'),
  readStatus: (json: Json | undefined): string | null => {
    if (json === undefined) return null;
    const isKnown = typeof json === 'string' && statuses.includes(json);
    return isKnown ? json : refuse(`status must be one of ${statuses.join(', ')}.`);
  },
  nextId: (store: Store): bigint => (store.animals.at(-1)?.id ?? 0n) + 1n,

  get: (request: Request, service: Service): Reply => {
    const { behaviour } = service;
    const headers = behaviour.lifecycleHeaders();
    const id = behaviour.readId(request.path.split('/').at(-1) ?? '');
    const animal = id === undefined ? undefined : behaviour.find(id, service);
    if (animal !== undefined) return { status: 200, headers, json: behaviour.encodeAnimal(animal, 'get') };
    const missing = { status: 404, code: 'not_found', message: 'There is no animal with this id.', headers };
    return problemReply(behaviour, request, missing);
  },
  // Text that is not an id identifies no animal. The specification leaves the status open.
  readId: (text: string): bigint | undefined => (/^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined),
  find: (id: bigint, service: Service): Animal | undefined =>
    service.store.animals.find((animal) => animal.id === id && service.behaviour.visible(animal, service)),
  lifecycleHeaders: (): readonly Header[] => [
    ['Deprecation', '@1764892800'],
    ['Sunset', 'Thu, 05 Dec 2030 00:00:00 GMT'],
    ['Link', '</v1/pets?status=available>; rel="successor-version"'],
  ],

  unlisted: (request: Request, { behaviour }: Service): Reply => {
    const { path } = request;
    const unknown = { status: 404, code: 'not_found', message: 'There is no such path.' };
    if (!/^\/v1\/pets(?:\/[^/]+)?$/.test(path)) return problemReply(behaviour, request, unknown);
    const allow = path === '/v1/pets' ? 'GET, HEAD, POST' : 'GET, HEAD';
    const refused = { status: 405, code: 'method_not_allowed', message: `This path knows ${allow} only.` };
    return problemReply(behaviour, request, { ...refused, headers: [['Allow', allow]] });
  },

  encodeAnimal: ({ id, name, categoryId, status }: Animal, _operation: Operation): JsonObject => ({
    id: integer(id),
    name,
    categoryId: integer(categoryId),
    ...(status === null ? {} : { status }),
  }),
  encodeProblem: ({ code, message, status }: Problem, _request: Request): JsonObject => ({
    code,
    message,
    status: integer(status),
  }),
  /** Changes the status, headers and JSON of a response, before the JSON is written as text. */
  shape: (reply: Reply, _request: Request, _service: Service): Reply => reply,
  write: writeJson,
  dateHeaders: (nowMs: number): readonly Header[] => [['Date', new Date(nowMs).toUTCString()]],
  /** Changes the response at the end, before it is sent. */
  finish: (answer: Answer, _request: Request, _service: Service): Answer => answer,
  deliver: ({ status, headers, body }: Answer, request: Request, wire: ServerResponse): void => {
    const bytes = Buffer.from(body);
    const isFramed = headers.some(([name]) => /^(transfer-encoding|content-length)$/i.test(name)) || status === 204;
    const length = isFramed ? [] : [['Content-Length', String(bytes.length)]];
    // Node would add a Date from its own clock.
    wire.sendDate = false;
    // A flat array keeps the letter case of names, and repeated lines.
    wire.writeHead(status, [...headers, ...length].flat());
    wire.end(request.method === 'HEAD' ? undefined : bytes);
  },
};
