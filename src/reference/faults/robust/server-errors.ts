import type { Change } from '../../behaviour.ts';
import { FAILED, statuses } from '../../conforming/problem.ts';
import { crash } from '../../failure.ts';
import { everyNth, onAnswer, problemInstead, turnAway } from '../../reshape.ts';
import { each, faults } from '../../variant.ts';
import { errorBodyOn400, statusFilters } from '../clauses.ts';

const crashOnBody = (form: RegExp): Change =>
  crash(({ operation, body }) => operation === 'create' && form.test(body.toString()));

/** Faults that make a request fail with 5xx. */
export const serverErrorFaults = faults({
  'fails-on-emoji': {
    title: 'Returns 500 for a name with an emoji',
    breaks: ['robust.no-server-error'],
    follows: ['create.text', 'create.each-status', 'create.int64'],
    apply: crashOnBody(/[\u{10000}-\u{10ffff}]/u),
  },
  'fails-on-large-category': {
    title: 'Returns 500 for a category id above 2^53 - 1',
    breaks: ['robust.no-server-error', 'create.int64'],
    follows: ['create.rejects.overflow-category', 'create.each-status', 'create.status-optional', 'create.text'],
    apply: crashOnBody(/"categoryId":\s*9\d{15,18}\b/),
  },
  'fails-on-scalar-body': {
    title: 'Returns 500 for a payload that is neither object nor array',
    breaks: ['robust.no-server-error', 'create.rejects.scalar-body'],
    follows: ['create.rejects.malformed-json'],
    apply: crashOnBody(/^\s*[^\s{[]/),
  },
  'fails-on-malformed-json': {
    title: 'Returns 500 for malformed JSON',
    breaks: ['robust.no-server-error', 'create.rejects.malformed-json'],
    apply: (base) =>
      crash((request) => request.operation === 'create' && request.body.length > 0 && !base.readBody(request).ok)(base),
  },
  'fails-on-unknown-status': {
    title: 'Returns 500 for an unknown status',
    breaks: ['robust.no-server-error', 'create.rejects.unknown-status'],
    follows: ['create.rejects.miscased-status'],
    apply: crashOnBody(/"status":\s*"(?!(?:available|pending|sold)")/),
  },
  ...each(
    {
      'fails-on-overflow': ['a category id beyond 64 bits', 'overflow-category', /9223372036854775808/],
      'fails-on-array-body': ['an array as payload', 'array-body', /^\s*\[/],
      'fails-on-empty-body': ['an empty body', 'empty-body', /^$/],
      'fails-on-null-name': ['a null name', 'null-name', /"name":\s*null/],
      'fails-on-missing-category': ['a missing category', 'missing-category', /^(?!.*categoryId).*"name"/s],
    },
    ([what, refused, form]) => ({
      title: `Returns 500 for ${what}`,
      breaks: ['robust.no-server-error', `create.rejects.${refused}`],
      apply: crashOnBody(form),
    }),
  ),
  'crash-on-nul': {
    title: 'Returns 500 for a name with a NUL character',
    breaks: ['robust.no-server-error'],
    apply: crashOnBody(/\\u0000/),
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
