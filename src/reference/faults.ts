import { FAILED, problemReply, type Variant, withIds } from './behaviour.ts';
import { windowOnClock } from './limiter.ts';

export interface Fault extends Variant {
  /** Requirements that the fault itself violates: a run must fail each of them. */
  readonly breaks: readonly string[];
  /** Requirements that may fail as a consequence: a run must fail no others. */
  readonly follows?: readonly string[];
}

/** Faults that `check` finds, at least one of each area. `serve` and `demo` offer them; tests/faults has all others. */
export const checkFaults: readonly Fault[] = withIds<Omit<Fault, 'id'>>({
  'list-without-key': {
    title: 'Lists animals without an Authorization header',
    breaks: ['auth.required.list'],
    follows: ['auth.query-key'],
    apply: (base) => ({
      unauthorized: (request, service) =>
        request.operation === 'list' && !request.headers.has('authorization')
          ? service.behaviour.list(request, service)
          : base.unauthorized(request, service),
    }),
  },
  'refused-caller-stored': {
    title: 'Returns 401 to a create request without a valid key, but stores the animal',
    breaks: ['auth.no-side-effect'],
    apply: (base) => ({
      unauthorized: (request, service) => {
        try {
          if (request.operation === 'create') service.behaviour.create(request, service);
        } catch {
          // Refused for its payload, too.
        }
        return base.unauthorized(request, service);
      },
    }),
  },
  'status-ignored': {
    title: 'Ignores the status filter',
    breaks: ['list.status-filter.available', 'list.status-filter.pending', 'list.status-filter.sold'],
    follows: ['list.status-with-limit', 'list.fills-page', 'list.status-filter-complete'],
    apply: () => ({ matches: () => true }),
  },
  'limit-ignored': {
    title: 'Ignores the query parameter limit: returns up to 20 animals',
    breaks: ['list.limit-honoured', 'list.status-with-limit'],
    follows: ['list.fills-page', 'list.status-filter-complete', 'list.shows-created'],
    apply: (base) => ({ page: (animals, _, query) => base.page(animals, 20, query) }),
  },
  'limit-before-filter': {
    title: 'Applies the limit before the filter',
    breaks: ['list.fills-page'],
    follows: ['list.status-with-limit', 'list.status-filter-complete', 'list.shows-created'],
    apply: (base) => ({
      matches: () => true,
      page: (animals, limit, query) =>
        base.page(animals, limit, query).filter((animal) => base.matches(animal, query.get('status'), query)),
    }),
  },
  'created-is-200': {
    title: 'Returns 200 for a created animal',
    breaks: ['create.created'],
    apply: (base) => ({
      shape: (reply, ...more) => base.shape(reply.status === 201 ? { ...reply, status: 200 } : reply, ...more),
    }),
  },
  'category-as-double': {
    title: 'Reads category ids as doubles',
    breaks: ['create.int64'],
    follows: ['create.echo', 'create.schema', 'list.schema', 'list.agrees-with-created', 'get.schema'],
    apply: (base) => ({ readCategory: (json) => BigInt(Number(base.readCategory(json))) }),
  },
  'takes-missing-name': {
    title: 'Accepts a payload without a name',
    breaks: ['create.rejects.missing-name'],
    apply: (base) => ({ readName: (json) => (json === undefined ? '' : base.readName(json)) }),
  },
  'removed-early-410': {
    title: 'Removed GET /pets/{id} early: returns 410',
    breaks: ['get.ok', 'get.still-served'],
    follows: ['get.not-found', 'get.same-as-created', 'get.schema', 'get.deprecation-signal'],
    apply: () => ({
      get: (request, { behaviour }) =>
        problemReply(behaviour, request, {
          status: 410,
          code: 'gone',
          message: 'Use GET /pets with the status filter.',
        }),
    }),
  },
  'newest-animal-for-unknown-id': {
    title: 'Returns the newest animal for an unknown id',
    breaks: ['get.not-found'],
    apply: (base) => ({ find: (id, service) => base.find(id, service) ?? service.store.animals.at(-1) }),
  },
  'not-found-without-body': {
    title: 'Returns 404 without a body',
    breaks: ['get.not-found', 'error.schema'],
    apply: (base) => ({
      shape: (reply, ...more) => base.shape(reply.status === 404 ? { ...reply, json: undefined } : reply, ...more),
    }),
  },
  'stack-trace': {
    title: 'Discloses a stack trace in the message',
    breaks: ['error.no-leak'],
    apply: (base) => ({
      encodeProblem: (problem, request) => {
        const error = base.encodeProblem(problem, request);
        return problem.status === 400 ? { ...error, message: STACK_TRACE } : error;
      },
    }),
  },
  'problem-json': {
    title: 'Sends errors as application/problem+json',
    breaks: ['media.json'],
    apply: (base) => ({
      finish: (answer, ...more) => {
        const type = answer.status >= 400 ? 'application/problem+json' : 'application/json';
        const headers = answer.headers.map(([name, text]) => [name, name === 'Content-Type' ? type : text] as const);
        return base.finish({ ...answer, headers }, ...more);
      },
    }),
  },
  'fails-on-emoji': {
    title: 'Returns 500 for a name with an emoji',
    breaks: ['robust.no-server-error'],
    follows: ['create.text', 'create.each-status', 'create.int64'],
    apply: (base) => ({
      create: (request, service) =>
        /[\u{10000}-\u{10ffff}]/u.test(request.body.toString())
          ? problemReply(service.behaviour, request, FAILED)
          : base.create(request, service),
    }),
  },
  'no-rate-headers': {
    title: 'Never sends rate headers',
    breaks: ['rate.headers-present'],
    follows: [
      'rate.limit-matches-plan',
      'rate.remaining-in-range',
      'rate.remaining-counts-down',
      'rate.counts-every-operation',
      'rate.reset-unix-seconds',
      'rate.reset-in-window',
      'rate.single-integer',
    ],
    apply: () => ({ rateHeaders: () => [] }),
  },
  'remaining-constant': {
    title: 'Always sends the full limit as Remaining',
    breaks: ['rate.remaining-counts-down'],
    follows: ['rate.counts-every-operation'],
    apply: (base) => ({
      rateHeaders: (values, request) => base.rateHeaders({ ...values, remaining: values.limit }, request),
    }),
  },
  'reset-as-delta': {
    title: 'Sends Reset as seconds from now',
    breaks: ['rate.reset-unix-seconds'],
    follows: ['rate.reset-in-window'],
    apply: (base) => ({
      rateHeaders: (values, request) => {
        const reset = String(Number(values.reset) - Math.floor(base.now() / 1000));
        return base.rateHeaders({ ...values, reset }, request);
      },
    }),
  },
});

/** Faults that `limits` finds. `serve` and `demo` offer them. */
export const limitFaults: readonly Fault[] = withIds<Omit<Fault, 'id'>>({
  'never-refuses': {
    title: 'Sends the limit, but never refuses a request',
    breaks: ['limit.rejects-excess'],
    apply: (base) => ({
      minuteLimiter: (policy) => {
        const limiter = base.minuteLimiter(policy);
        return (key, nowMs, cost) => ({ ...limiter(key, nowMs, cost), admitted: true });
      },
    }),
  },
  'keeps-half-the-limit': {
    title: 'Applies half the limit of the plan, and sends it',
    breaks: ['limit.admits-plan'],
    apply: (base) => ({ minuteLimiter: (policy) => base.minuteLimiter({ ...policy, limit: policy.limit / 2 }) }),
  },
  'three-workers': {
    title: 'Counts in three workers without a shared counter',
    breaks: ['limit.rejects-excess'],
    apply: (base) => ({
      counter: (request, customer) => {
        const { tier, name } = base.counter(request, customer);
        return { tier, name: `${request.serial % 3}:${name}` };
      },
    }),
  },
  'half-windows': {
    title: 'Uses windows of half the length, and announces it',
    breaks: ['limit.window-is-a-minute'],
    apply: () => ({ minuteLimiter: (policy) => windowOnClock({ ...policy, windowMs: policy.windowMs / 2 }) }),
  },
  'refuses-with-503': {
    title: 'Refuses with 503',
    breaks: ['limit.status'],
    apply: (base) => ({
      tooMany: (tally, request, service) => {
        const { headers } = base.tooMany(tally, request, service);
        const unavailable = { status: 503, code: 'unavailable', message: 'Not now.', headers };
        return problemReply(service.behaviour, request, unavailable);
      },
    }),
  },
  'no-retry-after': {
    title: 'Never sends Retry-After',
    breaks: ['limit.retry-after-present'],
    apply: (base) => ({
      tooMany: (tally, request, service) => {
        const reply = base.tooMany(tally, request, service);
        return { ...reply, headers: reply.headers.filter(([name]) => name !== 'Retry-After') };
      },
    }),
  },
});

const STACK_TRACE =
  'Error: failed\n    at createPet (/srv/app/dist/pets.js:41:11)\n    at Layer.handle (/srv/app/node_modules/router/layer.js:95:5)';
