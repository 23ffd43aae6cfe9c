import type { Behaviour } from '../behaviour.ts';
import { problemOutcome } from './problem.ts';

type Steps = Pick<Behaviour, 'credential' | 'recognise' | 'authenticate' | 'unauthorized'>;

export const authentication: Steps = {
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
};
