import { turnAway } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const malformedCredentials400: Fault = {
  id: 'malformed-credentials-400',
  title: 'Answers 400 to an Authorization header that is not `Bearer KEY`',
  breaks: ['auth.bearer-only', 'auth.empty-token'],
  apply: (base) =>
    turnAway(base, (request) => request.headers.has('authorization') && base.credential(request) === null, {
      status: 400,
      code: 'invalid_request',
      message: 'Malformed credentials.',
    }),
};
