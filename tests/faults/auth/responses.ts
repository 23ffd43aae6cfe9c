import type { Reply, Request } from '../../../src/reference/message.ts';
import { isObject, member } from '../../../src/reference/tree.ts';
import { readable } from '../changes/payload.ts';
import { onStatus, problemInstead, reshapeAnswer, withHeader, withoutHeader } from '../changes/reshape.ts';
import { answers401 } from '../requirement-groups.ts';
import { faultTable } from '../table.ts';

const FORBIDDEN = { status: 403, code: 'forbidden', message: 'No access.' };

/** Faults in the response to an unauthorized request, and in its side effects. */
export const authResponseFaults = faultTable({
  'no-challenge': {
    title: 'Sends no WWW-Authenticate',
    breaks: ['auth.www-authenticate'],
    apply: reshapeAnswer(onStatus(401), withoutHeader('WWW-Authenticate')),
  },
  'no-challenge-for-unknown-key': {
    title: 'Sends WWW-Authenticate only if no key was sent',
    breaks: ['auth.www-authenticate'],
    apply: reshapeAnswer(onStatus(401), (answer, request, base) =>
      base.credential(request) === null ? answer : withoutHeader('WWW-Authenticate')(answer),
    ),
  },
  'forbidden-for-unauthorized': {
    title: 'Returns 403 instead of 401',
    breaks: [...answers401],
    apply: problemInstead(onStatus(401), FORBIDDEN),
  },
  'malformed-credentials-400': {
    title: 'Returns 400 for an Authorization header that is not `Bearer KEY`',
    breaks: ['auth.bearer-only', 'auth.empty-token'],
    apply: (base) =>
      problemInstead(
        ({ status }, request) =>
          status === 401 && request.headers.has('authorization') && base.credential(request) === null,
        { status: 400, code: 'invalid_request', message: 'Malformed credentials.' },
      )(base),
  },
  'login-redirect-for-browsers': {
    title: 'Redirects to a login page instead of returning 401 if the Accept header is one of a browser',
    breaks: ['auth.required.create', 'auth.unknown-key.get'],
    apply: reshapeAnswer(
      (answer, { headers }) => answer.status === 401 && /text\/html/.test(headers.get('accept') ?? ''),
      (answer) => withHeader('Location', '/login')({ ...answer, status: 302 }),
    ),
  },
  'checks-payload-before-authentication': {
    title: 'Returns 400 for a payload without `categoryId` before it checks the key, and 401 for a valid payload',
    breaks: ['auth.required.create'],
    apply: (base) => ({
      unauthorized: (request, service) => {
        const body = request.operation === 'create' ? readable(() => base.readBody(request)) : undefined;
        if (isObject(body)) base.readCategory(member(body, 'categoryId'));
        return base.unauthorized(request, service);
      },
    }),
  },
  'open-with-trailing-slash': {
    title: 'Returns the list without a key if the path ends with a slash',
    breaks: ['auth.required.list'],
    apply: (base) => ({
      unauthorized: (request, service) =>
        request.path === '/v1/pets/' ? base.list(request, service) : base.unauthorized(request, service),
    }),
  },
  'cache-answers-without-key': {
    title: 'Keeps a returned animal in a cache for 5 s, and returns it to callers without a key',
    breaks: ['auth.required.get'],
    apply: (base) => {
      const kept = new Map<string, { readonly reply: Reply; readonly at: number }>();
      return {
        get: (request, service) => {
          const reply = base.get(request, service);
          if (reply.status === 200) kept.set(request.path, { reply, at: base.now() });
          return reply;
        },
        unauthorized: (request, service) => {
          const known = request.headers.has('authorization') ? undefined : kept.get(request.path);
          return known !== undefined && base.now() < known.at + 5_000
            ? known.reply
            : base.unauthorized(request, service);
        },
      };
    },
  },
  'cached-lists-for-any-key': {
    title: 'Keeps lists in a cache until the next create, and returns them without checking the key',
    breaks: ['auth.unknown-key.list'],
    follows: ['auth.required.list', 'auth.near-miss-key', 'auth.bearer-only', 'auth.empty-token'],
    apply: (base) => {
      const kept = new Map<string, Reply>();
      const url = ({ path, query }: Request) => `${path}?${query.toString()}`;
      return {
        list: (request, service) => {
          const reply = base.list(request, service);
          if (reply.status === 200) kept.set(url(request), reply);
          return reply;
        },
        create: (request, service) => {
          kept.clear();
          return base.create(request, service);
        },
        unauthorized: (request, service) => {
          if (request.operation === 'create') kept.clear();
          return kept.get(url(request)) ?? base.unauthorized(request, service);
        },
      };
    },
  },
  'looks-up-before-authentication': {
    title: 'Returns 404 for an unknown id before it checks the key',
    breaks: ['auth.unknown-key.get'],
    apply: (base) => ({
      unauthorized: (request, service) => {
        const found = request.operation === 'get' ? base.get(request, service) : undefined;
        return found?.status === 404 ? found : base.unauthorized(request, service);
      },
    }),
  },
});
