import { problemOutcome } from '../../conforming/problem.ts';
import type { Fault } from '../../variant.ts';

export const malformedCredentials400: Fault = {
  id: 'malformed-credentials-400',
  title: 'Answers 400 to an Authorization header that is not `Bearer KEY`',
  breaks: ['auth.bearer-only', 'auth.empty-token'],
  apply: (base) => ({
    ...base,
    unauthorized: (request, service) =>
      !request.headers.has('authorization') || base.credential(request) !== null
        ? base.unauthorized(request, service)
        : problemOutcome(service.behaviour, request, {
            status: 400,
            code: 'invalid_request',
            message: 'Malformed credentials.',
          }),
  }),
};
