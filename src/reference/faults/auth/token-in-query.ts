import type { Fault } from '../../variant.ts';

export const tokenInQuery: Fault = {
  id: 'token-in-query',
  title: 'Takes the key from the query parameter access_token',
  breaks: ['auth.query-key'],
  apply: (base) => ({
    ...base,
    credential: (request) => base.credential(request) ?? request.query.get('access_token'),
  }),
};
