import { isUtf8 } from 'node:buffer';
import type { Operation, Request } from '../../../src/reference/message.ts';
import { crash } from '../changes/failure.ts';
import { letIn, reshapeAnswer, withBody } from '../changes/reshape.ts';
import { type FaultRow, faultTable } from '../table.ts';

type Apply = FaultRow['apply'];

const credential =
  (find: (request: Request) => string | undefined): Apply =>
  (base) => ({ credential: (request) => base.credential(request) ?? find(request) ?? null });

const authorization = ({ headers }: Request): string => headers.get('authorization') ?? '';

const crashOn = (wanted: Operation, when: (request: Request) => boolean): Apply =>
  crash((request) => request.operation === wanted && when(request));

const acceptsCredential = (requirement: string, ...follows: readonly string[]) => ({
  breaks: [requirement],
  follows: ['auth.no-side-effect', 'auth.bearer-only', ...follows],
});

/** Faults that need queries, paths or credentials that no probe of the suites sends: only an exploration finds them. */
export const exploredRequestFaults = faultTable({
  'id-of-32-bits-of-a-double': {
    title: 'Reads ids as doubles, of which it keeps the last 32 bits',
    breaks: ['get.not-found'],
    follows: ['get.ok'],
    apply: (base) => ({
      readId: (text) => (/^-?\d+$/.test(text) ? BigInt(Number(text) | 0) : base.readId(text)),
    }),
  },
  'fails-on-non-utf-8': {
    title: 'Returns 500 for a body that is not UTF-8',
    breaks: ['robust.no-server-error'],
    apply: crash(({ body }) => !isUtf8(body)),
  },
  'fails-after-patch': {
    title: 'Returns 500 for the request after a PATCH',
    breaks: ['robust.no-server-error'],
    apply: (base) => {
      const methods: string[] = [];
      return crash(({ method }) => methods.push(method) > 1 && methods.at(-2) === 'PATCH')(base);
    },
  },
  'filter-after-limit-ignored': {
    title: 'Ignores a status parameter after the limit parameter',
    breaks: ['list.status-filter.sold'],
    follows: [
      'list.status-filter.available',
      'list.status-filter.pending',
      'list.status-filter-complete',
      'list.status-with-limit',
      'list.fills-page',
    ],
    apply: (base) => ({
      matches: (animal, filter, query) => base.matches(animal, [...query.keys()][0] === 'limit' ? null : filter, query),
    }),
  },
  'limit-of-fifty-plus-one': {
    title: 'Returns one animal more for a limit of 51',
    breaks: ['list.limit-honoured'],
    follows: ['list.status-with-limit'],
    needs: { seed: 120 },
    apply: (base) => ({ page: (animals, limit, query) => base.page(animals, limit === 51 ? 52 : limit, query) }),
  },
  'got-as-page-for-browsers': {
    title: 'Returns an animal as an HTML page if the Accept header is one of a browser',
    breaks: ['media.json'],
    follows: ['media.well-formed', 'get.schema', 'get.same-as-created'],
    apply: reshapeAnswer(
      (answer, { operation, headers }) =>
        operation === 'get' && answer.status === 200 && /text\/html/.test(headers.get('accept') ?? ''),
      withBody('text/html', '<html><body><h1>Rex</h1></body></html>'),
    ),
  },
  'fails-on-fraction-limit': {
    title: 'Returns 500 for a fractional limit',
    breaks: ['robust.no-server-error'],
    apply: crashOn('list', ({ query }) => query.get('limit')?.includes('.') ?? false),
  },
  'fails-on-bracket-parameter': {
    title: 'Returns 500 for a query parameter with brackets',
    breaks: ['robust.no-server-error'],
    apply: crashOn('list', ({ query }) => [...query.keys()].some((key) => key.includes('['))),
  },
  'fails-on-quoted-id': {
    title: 'Returns 500 for an id with a quote',
    breaks: ['robust.no-server-error'],
    apply: crashOn('get', ({ path }) => /'|%27|%22/.test(path)),
  },
  'fails-on-patch': {
    title: 'Returns 500 for PATCH and PUT',
    breaks: ['robust.no-server-error'],
    apply: crashOn('unlisted', ({ method }) => method === 'PATCH' || method === 'PUT'),
  },
  'cut-key-gets': {
    title: 'Accepts the key without its last character for a get',
    ...acceptsCredential('auth.near-miss-key'),
    apply: (base) => ({
      authenticate: (request, service) => {
        const cut = request.operation === 'get' ? authorization(request) : '';
        const owner = service.customers.find(({ key }) => cut === `Bearer ${key.slice(0, -1)}`);
        return base.authenticate(request, service) ?? owner ?? null;
      },
    }),
  },
  'key-in-query-creates': {
    title: 'Accepts the key in the query of a create',
    ...acceptsCredential('auth.query-key'),
    apply: credential(({ operation, query }) => (operation === 'create' ? query.get('api_key') : null) ?? undefined),
  },
  'key-in-quotes': {
    title: 'Accepts the key in quotes',
    ...acceptsCredential('auth.near-miss-key'),
    apply: (base) => ({
      credential: (request) => /^Bearer "(.+)"$/.exec(authorization(request))?.[1] ?? base.credential(request),
    }),
  },
  'key-before-a-space': {
    title: 'Ignores the text after the key',
    ...acceptsCredential('auth.near-miss-key'),
    apply: credential((request) => /^Bearer (\S+) \S+$/.exec(authorization(request))?.[1]),
  },
  'null-key-accepted': {
    title: 'Accepts the token null',
    ...acceptsCredential('auth.unknown-key.list', 'auth.unknown-key.get', 'auth.unknown-key.create'),
    apply: letIn((request) => authorization(request) === 'Bearer null'),
  },
  'repeated-authorization-accepted': {
    title: 'Accepts a request with two Authorization headers',
    ...acceptsCredential('auth.unknown-key.list', 'auth.unknown-key.get', 'auth.unknown-key.create'),
    apply: letIn((request) => /, Bearer /.test(authorization(request))),
  },
});
