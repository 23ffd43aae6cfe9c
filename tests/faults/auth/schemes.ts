import { letIn } from '../changes/reshape.ts';
import { each, faults } from '../table.ts';

/** Faults in where the service reads the key: scheme, token and query. */
export const authSchemeFaults = faults({
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
  'scheme-case-matters': {
    title: 'Accepts the scheme only as `Bearer`, not as `bearer`',
    breaks: ['auth.scheme-case'],
    apply: (base) => ({
      credential: (request) =>
        request.headers.get('authorization')?.startsWith('Bearer ') ? base.credential(request) : null,
    }),
  },
});
