import { problemOutcome } from '../../conforming/problem.ts';
import type { Fault } from '../../variant.ts';

export const failsOnBasic: Fault = {
  id: 'fails-on-basic',
  title: 'Fails where the scheme is not Bearer',
  breaks: ['robust.no-server-error', 'auth.bearer-only'],
  apply: (base) => ({
    ...base,
    unauthorized: (request, service) =>
      /^(?!Bearer)/i.test(request.headers.get('authorization') ?? 'Bearer')
        ? problemOutcome(service.behaviour, request, {
            status: 500,
            code: 'internal_error',
            message: 'The service failed.',
          })
        : base.unauthorized(request, service),
  }),
};
