import type { Request } from '../../../src/reference/message.ts';
import { letIn } from '../changes/reshape.ts';
import { each, type FaultRow, faultTable } from '../table.ts';

const recogniseBy =
  (isIt: (own: string, sent: string) => boolean): FaultRow['apply'] =>
  () => ({
    authenticate: (request, { behaviour, customers }) => {
      const key = behaviour.credential(request);
      return customers.find((customer) => key !== null && isIt(customer.key, key)) ?? null;
    },
  });

/** Faults in which credentials are accepted: keys, schemes, and where the service reads them. */
export const credentialFaults = faultTable({
  'user-kept-after-not-found': {
    title: 'Accepts a request without an Authorization header right after a 404',
    breaks: ['auth.required.get'],
    follows: ['auth.required.list'],
    apply: (base) => {
      let isKept = false;
      const behaviour = letIn(({ headers }) => isKept && !headers.has('authorization'))(base);
      return {
        ...behaviour,
        finish: (answer, request, service) => {
          isKept = answer.status === 404;
          return base.finish(answer, request, service);
        },
      };
    },
  },
  'key-by-its-form': {
    title: 'Accepts any key with the right format',
    breaks: ['auth.unknown-key.list', 'auth.unknown-key.create', 'auth.unknown-key.get', 'auth.near-miss-key'],
    follows: ['auth.no-side-effect'],
    apply: letIn((request, base) => /^ask_\w{12,}$/i.test(base.credential(request) ?? '')),
  },
  ...each(
    {
      'key-beginning-suffices': ['Accepts a prefix of a valid key', (own, sent) => own.startsWith(sent)],
      'key-with-tail': ['Accepts a valid key with extra characters appended', (own, sent) => sent.startsWith(own)],
      'key-case-ignored': ['Compares keys case-insensitively', (own, sent) => own.toLowerCase() === sent.toLowerCase()],
    } satisfies Readonly<Record<string, readonly [string, Parameters<typeof recogniseBy>[0]]>>,
    ([title, isIt]) => ({ title, breaks: ['auth.near-miss-key'], apply: recogniseBy(isIt) }),
  ),
  'basic-accepted': {
    title: 'Accepts the key as user name or password of Basic authentication',
    breaks: ['auth.bearer-only'],
    apply: (base) => ({
      credential: (request) => {
        const encoded = /^Basic +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
        if (encoded === undefined) return base.credential(request);
        const parts = [encoded, ...Buffer.from(encoded, 'base64').toString().split(':')];
        return parts.find((part) => part.startsWith('ask_')) ?? null;
      },
    }),
  },
  'any-scheme': {
    title: 'Accepts the key with any scheme except Basic',
    breaks: ['auth.bearer-only'],
    apply: () => ({
      credential: ({ headers }) => /^(?!Basic)\S+ +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null,
    }),
  },
  'bare-key': {
    title: 'Accepts the key without a scheme',
    breaks: ['auth.bearer-only'],
    apply: () => ({
      credential: ({ headers }) => /^(?:Bearer +)?(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null,
    }),
  },
  'empty-token': {
    title: 'Accepts an empty bearer token',
    breaks: ['auth.empty-token'],
    apply: letIn(({ headers }) => /^Bearer *$/i.test(headers.get('authorization') ?? '')),
  },
  'loopback-trusted': {
    title: 'Accepts requests without a key if their headers claim a loopback client',
    breaks: ['auth.required.list'],
    apply: letIn(({ headers }) => headers.get('x-forwarded-for') === '127.0.0.1'),
  },
  ...each(
    { 'key-in-query': 'api_key', 'token-in-query': 'access_token', 'camel-case-key-in-query': 'apiKey' },
    (name) => ({
      title: `Accepts the key in the query parameter \`${name}\``,
      breaks: ['auth.query-key'],
      apply: (base) => ({
        credential: (request) => base.credential(request) ?? request.query.get(name),
      }),
    }),
  ),
  ...each(
    {
      'key-in-x-api-key': ['X-API-Key', ({ headers }: Request) => headers.get('x-api-key')],
      'key-in-cookie': ['a cookie', ({ headers }: Request) => /\btoken=([^;]+)/.exec(headers.get('cookie') ?? '')?.[1]],
    },
    ([place, find]) => ({
      title: `Accepts the key in ${place}`,
      breaks: ['auth.required.list'],
      apply: (base) => ({ credential: (request) => base.credential(request) ?? find(request) ?? null }),
    }),
  ),
  'scheme-case-matters': {
    title: 'Accepts the scheme only as `Bearer`, not as `bearer`',
    breaks: ['auth.scheme-case'],
    apply: (base) => ({
      credential: (request) =>
        request.headers.get('authorization')?.startsWith('Bearer ') ? base.credential(request) : null,
    }),
  },
});
