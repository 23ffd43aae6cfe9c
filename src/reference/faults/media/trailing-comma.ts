import { onStatus, reshapeAnswer } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { createdFields } from '../clauses.ts';

export const trailingComma: Fault = {
  id: 'trailing-comma',
  title: 'Leaves a comma behind the last member of an animal',
  breaks: ['media.well-formed'],
  follows: ['create.schema', ...createdFields],
  apply: (base) =>
    reshapeAnswer(base, onStatus(201), (answer) => ({ ...answer, body: String(answer.body).replace(/}$/, ',}') })),
};
