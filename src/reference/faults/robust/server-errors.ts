import type { Change } from '../../behaviour.ts';
import { FAILED, statuses } from '../../conforming/problem.ts';
import { crash } from '../../failure.ts';
import { everyNth, onAnswer, problemInstead, turnAway } from '../../reshape.ts';
import { faults } from '../../variant.ts';
import { errorBodyOn400, statusFilters } from '../clauses.ts';

const crashOnBody = (when: (body: string) => boolean): Change =>
  crash(({ operation, body }) => operation === 'create' && when(body.toString()));

/** Faults that make a request fail with 5xx. */
export const serverErrorFaults = faults({
  'fails-on-emoji': {
    title: 'Returns 500 for a name with an emoji',
    breaks: ['robust.no-server-error'],
    follows: ['create.text', 'create.each-status', 'create.int64'],
    apply: crashOnBody((body) => /[\u{10000}-\u{10ffff}]/u.test(body)),
  },
  'crash-on-nul': {
    title: 'Returns 500 for a name with a NUL character',
    breaks: ['robust.no-server-error'],
    apply: crashOnBody((body) => /\\u0000/.test(body)),
  },
  'fails-on-large-category': {
    title: 'Returns 500 for a category id above 2^53 - 1',
    breaks: ['robust.no-server-error', 'create.int64'],
    follows: ['create.rejects.overflow-category', 'create.each-status', 'create.status-optional', 'create.text'],
    apply: crashOnBody((body) => /"categoryId":\s*9\d{15,18}\b/.test(body)),
  },
  'fails-on-overflow': {
    title: 'Returns 500 for a category id beyond 64 bits',
    breaks: ['robust.no-server-error', 'create.rejects.overflow-category'],
    apply: crashOnBody((body) => body.includes('9223372036854775808')),
  },
  'fails-on-scalar-body': {
    title: 'Returns 500 for a payload that is neither object nor array',
    breaks: ['robust.no-server-error', 'create.rejects.scalar-body'],
    follows: ['create.rejects.malformed-json'],
    apply: crashOnBody((body) => /^\s*[^\s{[]/.test(body)),
  },
  'fails-on-array-body': {
    title: 'Returns 500 for an array as payload',
    breaks: ['robust.no-server-error', 'create.rejects.array-body'],
    apply: crashOnBody((body) => /^\s*\[/.test(body)),
  },
  'fails-on-malformed-json': {
    title: 'Returns 500 for malformed JSON',
    breaks: ['robust.no-server-error', 'create.rejects.malformed-json'],
    apply: (base) =>
      crash((request) => request.operation === 'create' && request.body.length > 0 && !base.readBody(request).ok)(base),
  },
  'fails-on-empty-body': {
    title: 'Returns 500 for an empty body',
    breaks: ['robust.no-server-error', 'create.rejects.empty-body'],
    apply: crashOnBody((body) => body.length === 0),
  },
  'fails-on-null-name': {
    title: 'Returns 500 for a null name',
    breaks: ['robust.no-server-error', 'create.rejects.null-name'],
    apply: crashOnBody((body) => /"name":\s*null/.test(body)),
  },
  'fails-on-missing-category': {
    title: 'Returns 500 for a missing category',
    breaks: ['robust.no-server-error', 'create.rejects.missing-category'],
    apply: crashOnBody((body) => body.includes('"name"') && !body.includes('categoryId')),
  },
  'fails-on-unknown-status': {
    title: 'Returns 500 for an unknown status',
    breaks: ['robust.no-server-error', 'create.rejects.unknown-status'],
    follows: ['create.rejects.miscased-status'],
    apply: crashOnBody((body) => /"status":\s*"(?!(?:available|pending|sold)")/.test(body)),
  },
  'fails-on-limit-abc': {
    title: 'Returns 500 for a limit that is not a number',
    breaks: ['robust.no-server-error'],
    apply: crash(({ query }) => query.get('limit') === 'abc'),
  },
  'fails-on-large-limit': {
    title: 'Returns 500 for a limit above 100',
    breaks: ['robust.no-server-error'],
    follows: ['list.never-above-maximum'],
    apply: crash(({ query }) => Number(query.get('limit')) > 100),
  },
  'fails-on-unknown-filter': {
    title: 'Returns 500 for an unknown status filter',
    breaks: ['robust.no-server-error'],
    apply: crash(({ query }) => query.has('status') && !statuses.includes(query.get('status') ?? '')),
  },
  'fails-on-unknown-parameter': {
    title: 'Returns 500 for an unknown query parameter',
    breaks: ['robust.no-server-error'],
    follows: ['create.rejects.missing-name'],
    apply: crash(({ query }) => [...query.keys()].some((name) => name !== 'limit' && name !== 'status')),
  },
  'fails-on-filter-with-limit': {
    title: 'Returns 500 if limit and filter are sent together',
    breaks: ['robust.no-server-error', 'list.status-with-limit'],
    follows: ['list.limit-honoured', 'list.status-filter-complete', ...statusFilters, 'list.fills-page'],
    apply: crash(({ query }) => query.has('limit') && query.has('status')),
  },
  'fails-on-word-as-id': {
    title: 'Returns 500 for an id that is not a number',
    breaks: ['robust.no-server-error'],
    apply: crash(({ operation, path }) => operation === 'get' && /[a-z]$/.test(path)),
  },
  'fails-on-long-id': {
    title: 'Returns 500 for an id beyond 64 bits',
    breaks: ['robust.no-server-error'],
    follows: ['get.not-found'],
    apply: crash(({ operation, path }) => operation === 'get' && /\/\d{19,}$/.test(path)),
  },
  'fails-without-key': {
    title: 'Returns 500 if the Authorization header is missing',
    breaks: ['robust.no-server-error', 'auth.required.list', 'auth.required.create', 'auth.required.get'],
    follows: ['auth.query-key', 'auth.no-side-effect'],
    apply: turnAway(({ headers }) => !headers.has('authorization'), FAILED),
  },
  'fails-on-basic': {
    title: 'Returns 500 for a scheme other than Bearer',
    breaks: ['robust.no-server-error', 'auth.bearer-only'],
    apply: turnAway(({ headers }) => /^(?!Bearer)/i.test(headers.get('authorization') ?? 'Bearer'), FAILED),
  },
  'fails-every-seventh-time': {
    title: 'Returns 500 for every seventh request',
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
      return crash(() => seventh())(base);
    },
  },
  'unavailable-on-filter': {
    title: 'Returns 503 with an Error for every filtered list',
    breaks: ['robust.no-server-error', ...statusFilters],
    follows: [
      'list.status-with-limit',
      'list.status-filter-complete',
      'list.limit-honoured',
      'list.fills-page',
      'list.shows-created',
    ],
    apply: problemInstead((answer, request) => onAnswer('list', 200)(answer, request) && request.query.has('status'), {
      status: 503,
      code: 'unavailable',
      message: 'The index is being built.',
    }),
  },
});
