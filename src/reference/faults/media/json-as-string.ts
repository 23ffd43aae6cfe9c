import { onAnswer, reshapeAnswer } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { listBody } from '../clauses.ts';

export const jsonAsString: Fault = {
  id: 'json-as-string',
  title: 'Writes the list as JSON inside a JSON string',
  breaks: ['list.ok'],
  follows: listBody,
  apply: (base) =>
    reshapeAnswer(base, onAnswer('list', 200), (answer) => ({
      ...answer,
      body: JSON.stringify(String(answer.body)),
    })),
};
