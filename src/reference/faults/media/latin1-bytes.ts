import { onStatus, reshapeAnswer } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { statusFilters } from '../clauses.ts';

export const latin1Bytes: Fault = {
  id: 'latin1-bytes',
  title: 'Writes bodies in Latin-1',
  breaks: ['media.well-formed'],
  follows: [
    'list.ok',
    'list.status-with-limit',
    'list.schema',
    'list.shows-created',
    'list.limit-minimum',
    'list.limit-maximum',
    ...statusFilters,
    'create.schema',
    'create.echo',
    'create.text',
    'create.int64',
    'create.unique-ids',
    'create.status-optional',
    'create.name-verbatim',
    'create.each-status',
    'get.ok',
    'get.schema',
    'get.same-as-created',
    'list.agrees-with-created',
  ],
  apply: (base) =>
    reshapeAnswer(base, onStatus(200, 201), (answer) => ({
      ...answer,
      body: Buffer.from(String(answer.body), 'latin1'),
    })),
};
