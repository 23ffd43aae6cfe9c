import { onAnswer, reshapeAnswer } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const notANumber: Fault = {
  id: 'not-a-number',
  title: 'Writes NaN for the category of an animal',
  breaks: ['media.well-formed'],
  follows: ['get.ok', 'get.schema', 'get.same-as-created'],
  apply: (base) =>
    reshapeAnswer(base, onAnswer('get', 200), (answer) => ({
      ...answer,
      body: String(answer.body).replace(/"categoryId":-?\d+/, '"categoryId":NaN'),
    })),
};
