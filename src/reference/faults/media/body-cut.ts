import { both, onOperation, onStatus, reshapeAnswer } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { statusFilters } from '../clauses.ts';

export const bodyCut: Fault = {
  id: 'body-cut',
  title: 'Sends all but the last byte of a list',
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
      body: String(answer.body).slice(0, -1),
    })),
};
