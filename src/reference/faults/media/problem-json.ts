import { isError, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const problemJson: Fault = {
  id: 'problem-json',
  title: 'Calls errors application/problem+json',
  breaks: ['media.json'],
  apply: (base) => reshapeAnswer(base, isError, withHeader('Content-Type', 'application/problem+json')),
};
