import { onAnswer, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const octetStreamOnGet: Fault = {
  id: 'octet-stream-on-get',
  title: 'Calls the body of one animal application/octet-stream',
  breaks: ['media.json'],
  apply: (base) => reshapeAnswer(base, onAnswer('get', 200), withHeader('Content-Type', 'application/octet-stream')),
};
