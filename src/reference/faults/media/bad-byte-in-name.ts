import { onStatus, reshapeAnswer } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { createdFields } from '../clauses.ts';

export const badByteInName: Fault = {
  id: 'bad-byte-in-name',
  title: 'Writes a byte that is not UTF-8 into the name of a created animal',
  breaks: ['media.well-formed'],
  follows: ['create.schema', ...createdFields],
  apply: (base) =>
    reshapeAnswer(base, onStatus(201), (answer) => {
      const [head = '', ...rest] = String(answer.body).split('"name":"');
      return {
        ...answer,
        body: Buffer.concat([Buffer.from(`${head}"name":"`), Buffer.from([0xff]), Buffer.from(rest.join(''))]),
      };
    }),
};
