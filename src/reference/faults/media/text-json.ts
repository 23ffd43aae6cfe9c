import { always, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const textJson: Fault = {
  id: 'text-json',
  title: 'Calls every body text/json',
  breaks: ['media.json'],
  apply: (base) => reshapeAnswer(base, always, withHeader('Content-Type', 'text/json')),
};
