import { onStatus, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const refusalAsText: Fault = {
  id: 'refusal-as-text',
  title: 'Refuses with the words of a library, as text',
  breaks: ['limit.error-body'],
  apply: (base) =>
    reshapeAnswer(base, onStatus(429), (answer) => ({
      ...withHeader('Content-Type', 'text/plain')(answer),
      body: 'Too many requests, please try again later.',
    })),
};
