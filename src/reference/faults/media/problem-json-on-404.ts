import { onStatus, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const problemJsonOn404: Fault = {
  id: 'problem-json-on-404',
  title: 'Calls a 404 application/problem+json',
  breaks: ['media.json'],
  apply: (base) => reshapeAnswer(base, onStatus(404), withHeader('Content-Type', 'application/problem+json')),
};
