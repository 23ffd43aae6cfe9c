import type { Fault } from '../../variant.ts';
import { statusFilters } from '../clauses.ts';

export const sentToASlash: Fault = {
  id: 'sent-to-a-slash',
  title: 'Redirects a list to its path with a slash behind it',
  breaks: ['list.ok', 'list.limit-minimum', 'list.limit-maximum', ...statusFilters],
  follows: ['list.status-with-limit'],
  apply: (base) => ({
    ...base,
    list: () => ({ status: 301, headers: [['Location', '/v1/pets/']], json: undefined }),
  }),
};
