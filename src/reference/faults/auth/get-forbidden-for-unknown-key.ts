import { problemOutcome } from '../../conforming/problem.ts';
import type { Fault } from '../../variant.ts';

export const getForbiddenForUnknownKey: Fault = {
  id: 'get-forbidden-for-unknown-key',
  title: 'Answers 403 to a key that it does not know, where one animal is asked for',
  breaks: ['auth.unknown-key.get'],
  apply: (base) => ({
    ...base,
    unauthorized: (request, service) =>
      base.credential(request) === null || request.operation !== 'get'
        ? base.unauthorized(request, service)
        : problemOutcome(service.behaviour, request, {
            status: 403,
            code: 'forbidden',
            message: 'This key is not valid.',
          }),
  }),
};
