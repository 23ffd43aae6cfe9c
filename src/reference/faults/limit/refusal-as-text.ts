import { onStatus, reshapeAnswer, withBody } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const refusalAsText: Fault = {
  id: 'refusal-as-text',
  title: 'Refuses with the words of a library, as text',
  breaks: ['limit.error-body'],
  apply: (base) =>
    reshapeAnswer(base, onStatus(429), withBody('text/plain', 'Too many requests, please try again later.')),
};
