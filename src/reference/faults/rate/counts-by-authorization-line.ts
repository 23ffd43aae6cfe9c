import type { Fault } from '../../variant.ts';

export const countsByAuthorizationLine: Fault = {
  id: 'counts-by-authorization-line',
  title: 'Counts by the whole Authorization header, so that another writing of the scheme has a counter of its own',
  breaks: ['auth.scheme-case'],
  apply: (base) => ({
    ...base,
    counter: (request, customer) => {
      const counted = base.counter(request, customer);
      return customer === null ? counted : { ...counted, name: request.headers.get('authorization') ?? '' };
    },
  }),
};
