import { problemOutcome } from '../../conforming/problem.ts';
import type { Fault } from '../../variant.ts';

export const forbiddenForUnknownKey: Fault = {
  id: 'forbidden-for-unknown-key',
  title: 'Answers 403 to a key that it does not know',
  breaks: ['auth.unknown-key.list', 'auth.unknown-key.create', 'auth.unknown-key.get', 'auth.near-miss-key'],
  apply: (base) => ({
    ...base,
    unauthorized: (request, service) =>
      base.credential(request) === null
        ? base.unauthorized(request, service)
        : problemOutcome(service.behaviour, request, {
            status: 403,
            code: 'forbidden',
            message: 'This key is not valid.',
          }),
  }),
};
