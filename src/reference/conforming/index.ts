import { type Behaviour, problemOutcome } from '../behaviour.ts';
import { integer, object, writeJson } from '../json.ts';
import { windowFromFirst, windowOnClock } from '../limiter.ts';
import { create } from './create.ts';
import { get, list } from './reads.ts';

const writing = {
  encodeAnimal: ({ id, name, categoryId, status }) =>
    object(
      ['id', integer(id)],
      ['name', name],
      ['categoryId', integer(categoryId)],
      ...(status === null ? [] : [['status', status] as const]),
    ),
  encodeProblem: ({ code, message, status }) =>
    object(['code', code], ['message', message], ['status', integer(status)]),
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
} satisfies Partial<Behaviour>;

const rate = {
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
} satisfies Partial<Behaviour>;

const authentication = {
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
} satisfies Partial<Behaviour>;

const unlisted = {
  unlisted: (request, { behaviour }) => {
    const { path } = request;
    const unknown = { status: 404, code: 'not_found', message: 'There is no such path.' };
    if (!/^\/v1\/pets(?:\/[^/]+)?$/.test(path)) return problemOutcome(behaviour, request, unknown);
    const allow = path === '/v1/pets' ? 'GET, HEAD, POST' : 'GET, HEAD';
    const refused = { status: 405, code: 'method_not_allowed', message: `This path knows ${allow} only.` };
    return problemOutcome(behaviour, request, { ...refused, headers: [['Allow', allow]] });
  },
} satisfies Partial<Behaviour>;

/** The specification as steps. Where it is silent, one of the legal choices. */
export const conforming: Omit<Behaviour, 'now' | 'later'> = {
  ...authentication,
  ...rate,
  ...list,
  ...create,
  ...get,
  ...unlisted,
  ...writing,
};
