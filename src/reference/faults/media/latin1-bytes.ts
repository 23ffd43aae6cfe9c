import { onStatus, reshapeAnswer } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { createdFields, listBody } from '../clauses.ts';

export const latin1Bytes: Fault = {
  id: 'latin1-bytes',
  title: 'Writes bodies in Latin-1',
  breaks: ['media.well-formed'],
  follows: [
    'list.ok',
    ...listBody,
    'create.schema',
    ...createdFields,
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
