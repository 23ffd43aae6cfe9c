import { both, onOperation, onStatus, reshapeAnswer } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { statusFilters } from '../clauses.ts';

export const jsonAsString: Fault = {
  id: 'json-as-string',
  title: 'Writes the list as JSON inside a JSON string',
  breaks: ['list.ok'],
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
      body: JSON.stringify(String(answer.body)),
    })),
};
