import type { Fault } from '../../variant.ts';

export const keyInQuery: Fault = {
  id: 'key-in-query',
  title: 'Takes the key from the query parameter api_key',
  breaks: ['auth.query-key'],
  apply: (base) => ({ ...base, credential: (request) => base.credential(request) ?? request.query.get('api_key') }),
};
