import { onStatus, reshapeAnswer } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const trailingComma: Fault = {
  id: 'trailing-comma',
  title: 'Leaves a comma behind the last member of an animal',
  breaks: ['media.well-formed'],
  follows: [
    'create.schema',
    'create.echo',
    'create.text',
    'create.int64',
    'create.unique-ids',
    'create.status-optional',
    'create.name-verbatim',
    'create.each-status',
  ],
  apply: (base) =>
    reshapeAnswer(base, onStatus(201), (answer) => ({ ...answer, body: String(answer.body).replace(/}$/, ',}') })),
};
