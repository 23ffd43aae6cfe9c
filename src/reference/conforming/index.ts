import type { Behaviour } from '../behaviour.ts';
import { create } from './create.ts';
import { problemOutcome } from './problem.ts';
import { rate } from './rate.ts';
import { get, list } from './reads.ts';
import { writing } from './writing.ts';

const authentication = {
  credential: (request) => /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null,
  recognise: (key, customers) => customers.find((customer) => customer.key === key) ?? null,
  authenticate: (request, { behaviour, customers }) => {
    const key = behaviour.credential(request);
    return key === null ? null : behaviour.recognise(key, customers);
  },
  unauthorized: (request, { behaviour }) =>
    problemOutcome(behaviour, request, {
      status: 401,
      code: 'unauthorized',
      message: 'A valid API key is required: Authorization: Bearer <API_KEY>.',
      headers: [['WWW-Authenticate', 'Bearer realm="animal-store"']],
    }),
} satisfies Partial<Behaviour>;

const ALLOWED: readonly (readonly [path: RegExp, allow: string])[] = [
  [/^\/v1\/pets$/, 'GET, HEAD, POST'],
  [/^\/v1\/pets\/[^/]+$/, 'GET, HEAD'],
];

const unlisted = {
  unlisted: (request, { behaviour }) => {
    const allow = ALLOWED.find(([path]) => path.test(request.path))?.[1];
    if (allow === undefined) {
      return problemOutcome(behaviour, request, { status: 404, code: 'not_found', message: 'There is no such path.' });
    }
    return problemOutcome(behaviour, request, {
      status: 405,
      code: 'method_not_allowed',
      message: `This path knows ${allow} only.`,
      headers: [['Allow', allow]],
    });
  },
} satisfies Partial<Behaviour>;

/** The specification as steps. Where it is silent, one of the legal choices. */
export const conforming: Omit<Behaviour, 'now' | 'later'> = {
  ...authentication,
  ...rate,
  ...list,
  ...create,
  ...get,
  ...unlisted,
  ...writing,
};
