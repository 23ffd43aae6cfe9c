import { problemOutcome } from '../../conforming/problem.ts';
import type { Fault } from '../../variant.ts';

export const getHiddenWithoutKey: Fault = {
  id: 'get-hidden-without-key',
  title: 'Answers 404 to callers without a valid key, where one animal is asked for',
  breaks: ['auth.required.get', 'auth.unknown-key.get'],
  apply: (base) => ({
    ...base,
    unauthorized: (request, service) =>
      request.operation !== 'get'
        ? base.unauthorized(request, service)
        : problemOutcome(service.behaviour, request, {
            status: 404,
            code: 'not_found',
            message: 'There is no such path.',
          }),
  }),
};
