import { onAnswer, reshapeAnswer } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { listBody } from '../clauses.ts';

export const guardPrefix: Fault = {
  id: 'guard-prefix',
  title: 'Puts a guard against script inclusion before a list',
  breaks: ['media.well-formed', 'list.ok'],
  follows: listBody,
  apply: (base) =>
    reshapeAnswer(base, onAnswer('list', 200), (answer) => ({
      ...answer,
      body: `)]}',\n${answer.body}`,
    })),
};
