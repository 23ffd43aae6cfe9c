import { type Behaviour, problemOutcome, statuses } from './behaviour.ts';
import { windowFromFirst, windowOnClock } from './limiter.ts';
import { accept, andThen, refuse } from './message.ts';
import { integer, isNumber, isObject, member, readInt64, readJson, writeJson } from './tree.ts';

/** The specification as steps. Where it is silent, one of the legal choices. */
export const conforming: Omit<Behaviour, 'now' | 'later'> = {
  credential: (request) => /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null,
  recognise: (key, customers) => customers.find((customer) => customer.key === key) ?? null,
  authenticate: (request, { behaviour, customers }) => {
    const key = behaviour.credential(request);
    return key === null ? null : behaviour.recognise(key, customers);
  },
  unauthorized: (request, { behaviour }) =>
    problemOutcome(behaviour, request, {
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
  counter: (request, customer) =>
    customer === null ? { tier: 'anonymous', name: request.remote } : { tier: customer.plan, name: customer.key },
  cost: () => 1,
  tooMany: ({ governing }, request, { behaviour }) =>
    problemOutcome(behaviour, request, {
      status: 429,
      code: 'rate_limited',
      message: 'The rate limit of your plan is exceeded. Wait for the time given in Retry-After.',
      headers: [['Retry-After', String(governing.retryAfterSeconds)]],
    }),
  rateValues: ({ governing }) => ({
    limit: String(governing.limit),
    remaining: String(governing.remaining),
    reset: String(Math.ceil(governing.resetAtMs / 1000)),
  }),
  rateHeaders: ({ limit, remaining, reset }) => [
    ['X-RateLimit-Limit', limit],
    ['X-RateLimit-Remaining', remaining],
    ['X-RateLimit-Reset', reset],
  ],

  list: (request, service) => {
    const { behaviour, store } = service;
    const { query } = request;
    const problem = behaviour.checkQuery(query);
    if (problem !== null) return problemOutcome(behaviour, request, problem);
    const limit = behaviour.readLimit(query.get('limit'));
    if (!limit.ok) return problemOutcome(behaviour, request, limit.problem);
    const filter = behaviour.readFilter(query.get('status'));
    if (!filter.ok) return problemOutcome(behaviour, request, filter.problem);
    const found = behaviour
      .order(store.all(), request)
      .filter((animal) => behaviour.visible(animal, service) && behaviour.matches(animal, filter.value, query));
    const items = behaviour.page(found, limit.value, query).map((animal) => behaviour.encodeAnimal(animal, 'list'));
    return { status: 200, headers: [], json: items };
  },
  checkQuery: () => null,
  readLimit: (text) => {
    if (text === null) return accept(20);
    const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    return limit >= 1 && limit <= 100 ? accept(limit) : refuse('limit must be an integer from 1 to 100.');
  },
  readFilter: (text) =>
    text === null || statuses.includes(text) ? accept(text) : refuse(`status must be one of ${statuses.join(', ')}.`),
  visible: () => true,
  matches: (animal, filter) => filter === null || animal.status === filter,
  order: (animals) => animals.toReversed(),
  page: (animals, limit) => animals.slice(0, limit),

  create: (request, service) => {
    const { behaviour, store } = service;
    const body = andThen(behaviour.readBody(request), (json) =>
      isObject(json) ? accept(json) : refuse('The body must be a JSON object with name and categoryId.'),
    );
    if (!body.ok) return problemOutcome(behaviour, request, body.problem);
    const payload = body.value;
    const problem = behaviour.checkPayload(payload);
    if (problem !== null) return problemOutcome(behaviour, request, problem);
    const name = behaviour.readName(member(payload, 'name'));
    if (!name.ok) return problemOutcome(behaviour, request, name.problem);
    const categoryId = behaviour.readCategory(member(payload, 'categoryId'));
    if (!categoryId.ok) return problemOutcome(behaviour, request, categoryId.problem);
    const status = behaviour.readStatus(member(payload, 'status'));
    if (!status.ok) return problemOutcome(behaviour, request, status.problem);
    const animal = {
      id: behaviour.nextId(store),
      name: name.value,
      categoryId: categoryId.value,
      status: status.value,
      createdAt: behaviour.now(),
    };
    store.add(behaviour.keep(animal));
    return {
      status: 201,
      headers: behaviour.createdHeaders(animal),
      json: behaviour.encodeAnimal(animal, 'create'),
    };
  },
  readBody: ({ body }) => {
    try {
      return accept(readJson(new TextDecoder('utf-8', { fatal: true }).decode(body)));
    } catch {
      return refuse('The body is not JSON.');
    }
  },
  checkPayload: () => null,
  readName: (json) => (typeof json === 'string' ? accept(json) : refuse('name is required and must be a string.')),
  readCategory: (json) => {
    const value = isNumber(json) ? readInt64(json.value) : undefined;
    return value === undefined ? refuse('categoryId is required and must be a 64-bit integer.') : accept(value);
  },
  readStatus: (json) => {
    if (json === undefined) return accept(null);
    const known = typeof json === 'string' && statuses.includes(json);
    return known ? accept(json) : refuse(`status must be one of ${statuses.join(', ')}.`);
  },
  nextId: (store) => (store.all().at(-1)?.id ?? store.firstId - 1n) + 1n,
  keep: (animal) => animal,
  createdHeaders: () => [],

  get: (request, service) => {
    const { behaviour } = service;
    const headers = behaviour.lifecycleHeaders();
    const id = behaviour.readId(request.path.split('/').at(-1) ?? '');
    const animal = id.ok ? behaviour.find(id.value, service) : undefined;
    if (animal === undefined) {
      return problemOutcome(behaviour, request, { ...(id.ok ? notFound : id.problem), headers });
    }
    return { status: 200, headers, json: behaviour.encodeAnimal(animal, 'get') };
  },
  // Text that is not an id identifies no animal. The specification leaves the status open.
  readId: (text) =>
    /^-?\d{1,19}$/.test(text) ? accept(BigInt(text)) : refuse('There is no animal with this id.', 404),
  find: (id, service) =>
    service.store.all().find((animal) => animal.id === id && service.behaviour.visible(animal, service)),
  lifecycleHeaders: () => [
    ['Deprecation', '@1764892800'],
    ['Sunset', 'Thu, 05 Dec 2030 00:00:00 GMT'],
    ['Link', '</v1/pets?status=available>; rel="successor-version"'],
  ],

  unlisted: (request, { behaviour }) => {
    const { path } = request;
    const unknown = { status: 404, code: 'not_found', message: 'There is no such path.' };
    if (!/^\/v1\/pets(?:\/[^/]+)?$/.test(path)) return problemOutcome(behaviour, request, unknown);
    const allow = path === '/v1/pets' ? 'GET, HEAD, POST' : 'GET, HEAD';
    const refused = { status: 405, code: 'method_not_allowed', message: `This path knows ${allow} only.` };
    return problemOutcome(behaviour, request, { ...refused, headers: [['Allow', allow]] });
  },

  encodeAnimal: ({ id, name, categoryId, status }) => ({
    id: integer(id),
    name,
    categoryId: integer(categoryId),
    ...(status === null ? {} : { status }),
  }),
  encodeProblem: ({ code, message, status }) => ({ code, message, status: integer(status) }),
  shape: (outcome) => outcome,
  contentType: ({ json }) => (json === undefined ? [] : [['Content-Type', 'application/json']]),
  write: writeJson,
  dateHeaders: (nowMs) => [['Date', new Date(nowMs).toUTCString()]],
  finish: (answer) => answer,
  deliver: ({ status, headers, body }, request, wire) => {
    const bytes = Buffer.from(body);
    const framed = headers.some(([name]) => /^(transfer-encoding|content-length)$/i.test(name)) || status === 204;
    const length = framed ? [] : [['Content-Length', String(bytes.length)]];
    // Node would add a Date from its own clock.
    wire.sendDate = false;
    // As a flat array, names keep their letter case and a repeated line remains repeated.
    wire.writeHead(status, [...headers, ...length].flat());
    wire.end(request.method === 'HEAD' ? undefined : bytes);
  },
};

const notFound = { status: 404, code: 'not_found', message: 'There is no animal with this id.' };
