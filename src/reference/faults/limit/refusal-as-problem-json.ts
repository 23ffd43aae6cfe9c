import { onStatus, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const refusalAsProblemJson: Fault = {
  id: 'refusal-as-problem-json',
  title: 'Refuses with application/problem+json',
  breaks: ['limit.error-body'],
  apply: (base) => reshapeAnswer(base, onStatus(429), withHeader('Content-Type', 'application/problem+json')),
};
