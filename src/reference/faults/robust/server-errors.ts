import { problemOutcome } from '../../conforming/problem.ts';
import { statuses } from '../../conforming/statuses.ts';
import { crash } from '../../failure.ts';
import { everyNth, onOperation, reshapeOutcome, turnAway } from '../../reshape.ts';
import { faults } from '../../variant.ts';
import { errorBodyOn400, statusFilters } from '../clauses.ts';

/** Faults that make a request fail with 5xx. */
export const serverErrorFaults = faults({
  'fails-on-emoji': {
    title: 'Fails where a name holds an emoji',
    breaks: ['robust.no-server-error'],
    follows: ['create.text', 'create.each-status', 'create.int64'],
    apply: (base) =>
      crash(base, ({ operation, body }) => operation === 'create' && /[\u{10000}-\u{10ffff}]/u.test(body.toString())),
  },
  'fails-on-large-category': {
    title: 'Fails where a category id is above 2^53 - 1',
    breaks: ['robust.no-server-error', 'create.int64'],
    follows: ['create.rejects.overflow-category', 'create.each-status', 'create.status-optional', 'create.text'],
    apply: (base) =>
      crash(
        base,
        ({ operation, body }) => operation === 'create' && /"categoryId":\s*9\d{15,18}\b/.test(body.toString()),
      ),
  },
  'fails-on-overflow': {
    title: 'Fails where a category id is beyond 64 bits',
    breaks: ['robust.no-server-error', 'create.rejects.overflow-category'],
    apply: (base) =>
      crash(base, ({ operation, body }) => operation === 'create' && body.includes('9223372036854775808')),
  },
  'fails-on-scalar-body': {
    title: 'Fails where the payload is no object and no array',
    breaks: ['robust.no-server-error', 'create.rejects.scalar-body'],
    follows: ['create.rejects.malformed-json'],
    apply: (base) =>
      crash(base, ({ operation, body }) => operation === 'create' && /^\s*[^\s{[]/.test(body.toString())),
  },
  'fails-on-array-body': {
    title: 'Fails where the payload is an array',
    breaks: ['robust.no-server-error', 'create.rejects.array-body'],
    apply: (base) => crash(base, ({ operation, body }) => operation === 'create' && /^\s*\[/.test(body.toString())),
  },
  'fails-on-malformed-json': {
    title: 'Fails where the body is not JSON',
    breaks: ['robust.no-server-error', 'create.rejects.malformed-json'],
    apply: (base) =>
      crash(base, (request) => request.operation === 'create' && request.body.length > 0 && !base.readBody(request).ok),
  },
  'fails-on-empty-body': {
    title: 'Fails where the body is empty',
    breaks: ['robust.no-server-error', 'create.rejects.empty-body'],
    apply: (base) => crash(base, ({ operation, body }) => operation === 'create' && body.length === 0),
  },
  'fails-on-null-name': {
    title: 'Fails where the name is null',
    breaks: ['robust.no-server-error', 'create.rejects.null-name'],
    apply: (base) =>
      crash(base, ({ operation, body }) => operation === 'create' && /"name":\s*null/.test(body.toString())),
  },
  'fails-on-missing-category': {
    title: 'Fails where the category is missing',
    breaks: ['robust.no-server-error', 'create.rejects.missing-category'],
    apply: (base) =>
      crash(
        base,
        ({ operation, body }) => operation === 'create' && body.includes('"name"') && !body.includes('categoryId'),
      ),
  },
  'fails-on-unknown-status': {
    title: 'Fails where the status is unknown to its database',
    breaks: ['robust.no-server-error', 'create.rejects.unknown-status'],
    follows: ['create.rejects.miscased-status'],
    apply: (base) =>
      crash(
        base,
        ({ operation, body }) =>
          operation === 'create' && /"status":\s*"(?!(?:available|pending|sold)")/.test(body.toString()),
      ),
  },
  'fails-on-limit-abc': {
    title: 'Fails where the limit is no number',
    breaks: ['robust.no-server-error'],
    apply: (base) => crash(base, ({ query }) => query.get('limit') === 'abc'),
  },
  'fails-on-negative-limit': {
    title: 'Fails where the limit is negative',
    breaks: ['robust.no-server-error'],
    apply: (base) => crash(base, ({ query }) => Number(query.get('limit')) < 0),
  },
  'fails-on-fraction-limit': {
    title: 'Fails where the limit is a fraction',
    breaks: ['robust.no-server-error'],
    apply: (base) => crash(base, ({ query }) => query.get('limit')?.includes('.') ?? false),
  },
  'fails-on-large-limit': {
    title: 'Fails where the limit is above 100',
    breaks: ['robust.no-server-error'],
    follows: ['list.never-above-maximum'],
    apply: (base) => crash(base, ({ query }) => Number(query.get('limit')) > 100),
  },
  'fails-on-unknown-filter': {
    title: 'Fails where the status filter is unknown',
    breaks: ['robust.no-server-error'],
    apply: (base) => crash(base, ({ query }) => query.has('status') && !statuses.includes(query.get('status') ?? '')),
  },
  'fails-on-unknown-parameter': {
    title: 'Fails where a query parameter is unknown',
    breaks: ['robust.no-server-error'],
    apply: (base) =>
      crash(base, ({ query }) => [...query.keys()].some((name) => name !== 'limit' && name !== 'status')),
  },
  'fails-on-filter-with-limit': {
    title: 'Fails where limit and filter are sent together',
    breaks: ['robust.no-server-error', 'list.status-with-limit'],
    follows: ['list.limit-honoured', 'list.status-filter-complete', ...statusFilters, 'list.fills-page'],
    apply: (base) => crash(base, ({ query }) => query.has('limit') && query.has('status')),
  },
  'fails-on-word-as-id': {
    title: 'Fails where an id is no number',
    breaks: ['robust.no-server-error'],
    apply: (base) => crash(base, ({ operation, path }) => operation === 'get' && /[a-z]$/.test(path)),
  },
  'fails-on-long-id': {
    title: 'Fails where an id is beyond 64 bits',
    breaks: ['robust.no-server-error'],
    follows: ['get.not-found'],
    apply: (base) => crash(base, ({ operation, path }) => operation === 'get' && /\/\d{19,}$/.test(path)),
  },
  'fails-without-key': {
    title: 'Fails where the Authorization header is missing',
    breaks: ['robust.no-server-error', 'auth.required.list', 'auth.required.create', 'auth.required.get'],
    follows: ['auth.query-key', 'auth.no-side-effect'],
    apply: (base) =>
      turnAway(base, ({ headers }) => !headers.has('authorization'), {
        status: 500,
        code: 'internal_error',
        message: 'The service failed.',
      }),
  },
  'fails-on-basic': {
    title: 'Fails where the scheme is not Bearer',
    breaks: ['robust.no-server-error', 'auth.bearer-only'],
    apply: (base) =>
      turnAway(base, ({ headers }) => /^(?!Bearer)/i.test(headers.get('authorization') ?? 'Bearer'), {
        status: 500,
        code: 'internal_error',
        message: 'The service failed.',
      }),
  },
  'fails-every-seventh-time': {
    title: 'Answers every seventh request with 500',
    breaks: ['robust.no-server-error'],
    follows: [
      'list.ok',
      'list.shows-created',
      'create.created',
      'create.each-status',
      'get.ok',
      'get.still-served',
      'get.not-found',
      'create.int64',
      'create.text',
      'create.status-optional',
      'list.limit-minimum',
      'list.limit-maximum',
      ...statusFilters,
      'list.status-with-limit',
      ...errorBodyOn400,
    ],
    apply: (base) => {
      const seventh = everyNth(7);
      return crash(base, () => seventh());
    },
  },
  'unavailable-on-filter': {
    title: 'Answers 503 with an Error to every filtered list',
    breaks: ['robust.no-server-error', ...statusFilters],
    follows: [
      'list.status-with-limit',
      'list.status-filter-complete',
      'list.limit-honoured',
      'list.fills-page',
      'list.shows-created',
    ],
    apply: (base) =>
      reshapeOutcome(base, onOperation('list'), (outcome, request, { behaviour }) =>
        request.query.has('status') && outcome.status === 200
          ? problemOutcome(behaviour, request, {
              status: 503,
              code: 'unavailable',
              message: 'The index is being built.',
            })
          : outcome,
      ),
  },
});
