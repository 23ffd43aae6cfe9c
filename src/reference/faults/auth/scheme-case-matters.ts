import type { Fault } from '../../variant.ts';

export const schemeCaseMatters: Fault = {
  id: 'scheme-case-matters',
  title: 'Knows the scheme as `Bearer` only',
  breaks: ['auth.scheme-case'],
  apply: (base) => ({
    ...base,
    credential: (request) =>
      request.headers.get('authorization')?.startsWith('Bearer ') ? base.credential(request) : null,
  }),
};
