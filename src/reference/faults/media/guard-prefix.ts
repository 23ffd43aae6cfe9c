import { both, onOperation, onStatus, reshapeAnswer } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { statusFilters } from '../clauses.ts';

export const guardPrefix: Fault = {
  id: 'guard-prefix',
  title: 'Puts a guard against script inclusion before a list',
  breaks: ['media.well-formed', 'list.ok'],
  follows: [
    'list.status-with-limit',
    'list.schema',
    'list.shows-created',
    'list.limit-minimum',
    'list.limit-maximum',
    ...statusFilters,
  ],
  apply: (base) =>
    reshapeAnswer(base, both(onOperation('list'), onStatus(200)), (answer) => ({
      ...answer,
      body: `)]}',\n${answer.body}`,
    })),
};
