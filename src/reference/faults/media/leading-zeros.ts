import { onAnswer, reshapeAnswer } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const leadingZeros: Fault = {
  id: 'leading-zeros',
  title: 'Writes category ids with leading zeros',
  breaks: ['media.well-formed'],
  follows: ['get.ok', 'get.schema', 'get.same-as-created'],
  apply: (base) =>
    reshapeAnswer(base, onAnswer('get', 200), (answer) => ({
      ...answer,
      body: String(answer.body).replace('"categoryId":', '"categoryId":00'),
    })),
};
