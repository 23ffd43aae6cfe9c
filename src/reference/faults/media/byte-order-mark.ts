import { always, reshapeAnswer } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const byteOrderMark: Fault = {
  id: 'byte-order-mark',
  title: 'Puts a byte-order mark before every body',
  breaks: ['media.clean-json'],
  follows: ['media.well-formed'],
  apply: (base) =>
    reshapeAnswer(base, always, (answer) =>
      answer.body.length === 0 ? answer : { ...answer, body: `\ufeff${answer.body}` },
    ),
};
