import type { Fault } from '../../variant.ts';

export const camelCaseKeyInQuery: Fault = {
  id: 'camel-case-key-in-query',
  title: 'Takes the key from the query parameter apiKey',
  breaks: ['auth.query-key'],
  apply: (base) => ({ ...base, credential: (request) => base.credential(request) ?? request.query.get('apiKey') }),
};
