import { onAnswer, reshapeAnswer } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { listBody } from '../clauses.ts';

export const bodyCut: Fault = {
  id: 'body-cut',
  title: 'Sends all but the last byte of a list',
  breaks: ['media.well-formed', 'list.ok'],
  follows: listBody,
  apply: (base) =>
    reshapeAnswer(base, onAnswer('list', 200), (answer) => ({
      ...answer,
      body: String(answer.body).slice(0, -1),
    })),
};
