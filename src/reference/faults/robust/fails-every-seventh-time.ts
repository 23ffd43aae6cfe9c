import { crash } from '../../failure.ts';
import { everyNth } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { errorBodyOn400, statusFilters } from '../clauses.ts';

export const failsEverySeventhTime: Fault = {
  id: 'fails-every-seventh-time',
  title: 'Answers every seventh request with 500',
  breaks: ['robust.no-server-error'],
  follows: [
    'list.ok',
    'list.shows-created',
    'create.created',
    'create.each-status',
    'get.ok',
    'get.still-served',
    'get.not-found',
    'create.int64',
    'create.text',
    'create.status-optional',
    'list.limit-minimum',
    'list.limit-maximum',
    ...statusFilters,
    'list.status-with-limit',
    ...errorBodyOn400,
  ],
  apply: (base) => {
    const seventh = everyNth(7);
    return crash(base, () => seventh());
  },
};
