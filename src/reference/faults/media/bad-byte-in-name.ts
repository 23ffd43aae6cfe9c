import { onStatus, reshapeAnswer } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const badByteInName: Fault = {
  id: 'bad-byte-in-name',
  title: 'Writes a byte that is not UTF-8 into the name of a created animal',
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
    reshapeAnswer(base, onStatus(201), (answer) => {
      const [head = '', ...rest] = String(answer.body).split('"name":"');
      return {
        ...answer,
        body: Buffer.concat([Buffer.from(`${head}"name":"`), Buffer.from([0xff]), Buffer.from(rest.join(''))]),
      };
    }),
};
