import { type Change, FAILED } from '../../src/reference/behaviour.ts';
import type { Request } from '../../src/reference/message.ts';
import { crash, failInstead, resetConnection } from './changes/failure.ts';
import { everyNth, onAnswer, problemInstead } from './changes/reshape.ts';
import { errorBodyOn400, statusFilters } from './requirement-groups.ts';
import { each, faultTable } from './table.ts';

const crashOnBody = (form: RegExp): Change =>
  crash(({ operation, body }) => operation === 'create' && form.test(body.toString()));

const OPEN_MS = 20;

/** Returns 500 if more than this many of these requests are open at the same time. Each takes 20 ms. */
const failAbove =
  (most: number, isCounted: (request: Request) => boolean): Change =>
  (base) => {
    let open = 0;
    const openForAWhile = () => {
      open += 1;
      base.later(OPEN_MS, () => {
        open -= 1;
      });
    };
    // `crash` asks once for each request.
    const opensOrFails = (request: Request): boolean => {
      if (!isCounted(request)) return false;
      if (open >= most) return true;
      openForAWhile();
      return false;
    };
    return {
      ...crash(opensOrFails)(base),
      deliver: (answer, request, wire) => base.later(OPEN_MS, () => base.deliver(answer, request, wire)),
    };
  };

/** Faults that leave a request without a complete response, or make it fail with 5xx. */
export const robustFaults = faultTable({
  'resets-on-emoji': {
    title: 'Resets the connection for a name with an emoji',
    breaks: ['robust.answers'],
    follows: ['create.text'],
    apply: failInstead(
      ({ operation, body }) => operation === 'create' && /[\u{10000}-\u{10ffff}]/u.test(body.toString()),
      resetConnection,
    ),
  },
  'resets-without-key': {
    title: 'Resets the connection on GET /pets/{id} without a key',
    breaks: ['robust.answers'],
    follows: ['auth.required.get'],
    apply: failInstead(
      ({ operation, headers }) => operation === 'get' && !headers.has('authorization'),
      resetConnection,
    ),
  },
  'silent-on-limit-word': {
    title: 'Never responds to limit=abc',
    breaks: ['robust.answers'],
    apply: failInstead(
      ({ query }) => query.get('limit') === 'abc',
      () => undefined,
    ),
  },
  'answer-cut-on-filter': {
    title: 'Resets the connection in the middle of every list of sold animals',
    breaks: ['robust.answers'],
    follows: ['list.status-filter.sold', 'list.status-with-limit', 'list.status-filter-complete'],
    apply: failInstead(
      ({ query }) => query.get('status') === 'sold',
      (wire, { status, headers, body }) => {
        wire.writeHead(status, [...headers, ['Content-Length', String(body.length)]].flat());
        wire.write(body.slice(0, 9), () => resetConnection(wire));
      },
    ),
  },
  ...each(
    {
      'fails-on-overflow': ['a category id beyond 64 bits', 'overflow-category', /(?<![-"])9223372036854775808/],
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
  'fails-on-nul': {
    title: 'Returns 500 for a name with a NUL character',
    breaks: ['robust.no-server-error'],
    apply: crashOnBody(/\\u0000/),
  },
  'fails-on-deep-member': {
    title: 'Returns 500 for an unknown member of more than 500 levels',
    breaks: ['robust.no-server-error'],
    follows: ['create.rejects.array-name'],
    apply: crashOnBody(/\[{500}/),
  },
  'fails-above-five-requests': {
    title: 'Returns 500 for a sixth request at the same time',
    breaks: ['robust.no-server-error'],
    follows: ['get.ok', 'get.still-served'],
    apply: failAbove(5, ({ operation }) => operation === 'list' || operation === 'get'),
  },
  'fails-above-three-creates': {
    title: 'Returns 500 for a fourth create at the same time',
    breaks: ['robust.no-server-error'],
    apply: failAbove(3, ({ operation }) => operation === 'create'),
  },
  'fails-on-unknown-parameter': {
    title: 'Returns 500 for an unknown query parameter',
    breaks: ['robust.no-server-error'],
    follows: ['create.rejects.missing-name'],
    apply: crash(({ query }) => [...query.keys()].some((name) => name !== 'limit' && name !== 'status')),
  },
  'fails-without-key': {
    title: 'Returns 500 if the Authorization header is missing',
    breaks: ['robust.no-server-error', 'auth.required.list', 'auth.required.create', 'auth.required.get'],
    follows: ['auth.query-key', 'auth.no-side-effect'],
    apply: problemInstead(({ status }, { headers }) => status === 401 && !headers.has('authorization'), FAILED),
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
