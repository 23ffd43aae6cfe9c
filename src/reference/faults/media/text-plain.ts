import { always, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const textPlain: Fault = {
  id: 'text-plain',
  title: 'Calls every body text/plain',
  breaks: ['media.json'],
  apply: (base) => reshapeAnswer(base, always, withHeader('Content-Type', 'text/plain')),
};
