import { letIn } from '../../reshape.ts';
import { faults } from '../../variant.ts';

/** Faults in where the key is read from: scheme, token and query. */
export const authSchemeFaults = faults({
  'basic-accepted': {
    title: 'Takes the key as user or password of Basic',
    breaks: ['auth.bearer-only'],
    apply: (base) => ({
      ...base,
      credential: (request) => {
        const encoded = /^Basic +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
        if (encoded === undefined) return base.credential(request);
        const parts = [encoded, ...Buffer.from(encoded, 'base64').toString().split(':')];
        return parts.find((part) => part.startsWith('ask_')) ?? null;
      },
    }),
  },
  'basic-password-accepted': {
    title: 'Takes the key as the password of Basic',
    breaks: ['auth.bearer-only'],
    apply: (base) => ({
      ...base,
      credential: (request) => {
        const encoded = /^Basic +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
        if (encoded === undefined) return base.credential(request);
        return Buffer.from(encoded, 'base64').toString().split(':')[1] ?? null;
      },
    }),
  },
  'any-scheme': {
    title: 'Takes the key under any scheme word but Basic',
    breaks: ['auth.bearer-only'],
    apply: (base) => ({
      ...base,
      credential: ({ headers }) => /^(?!Basic)\S+ +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null,
    }),
  },
  'bare-key': {
    title: 'Takes the key without a scheme word',
    breaks: ['auth.bearer-only'],
    apply: (base) => ({
      ...base,
      credential: ({ headers }) => /^(?:Bearer +)?(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null,
    }),
  },
  'empty-token': {
    title: 'Lets callers in whose bearer token is empty',
    breaks: ['auth.empty-token'],
    apply: (base) => letIn(base, ({ headers }) => /^Bearer *$/i.test(headers.get('authorization') ?? '')),
  },
  'key-in-query': {
    title: 'Takes the key from the query parameter api_key',
    breaks: ['auth.query-key'],
    apply: (base) => ({ ...base, credential: (request) => base.credential(request) ?? request.query.get('api_key') }),
  },
  'token-in-query': {
    title: 'Takes the key from the query parameter access_token',
    breaks: ['auth.query-key'],
    apply: (base) => ({
      ...base,
      credential: (request) => base.credential(request) ?? request.query.get('access_token'),
    }),
  },
  'camel-case-key-in-query': {
    title: 'Takes the key from the query parameter apiKey',
    breaks: ['auth.query-key'],
    apply: (base) => ({ ...base, credential: (request) => base.credential(request) ?? request.query.get('apiKey') }),
  },
  'scheme-case-matters': {
    title: 'Knows the scheme as `Bearer` only',
    breaks: ['auth.scheme-case'],
    apply: (base) => ({
      ...base,
      credential: (request) =>
        request.headers.get('authorization')?.startsWith('Bearer ') ? base.credential(request) : null,
    }),
  },
});
