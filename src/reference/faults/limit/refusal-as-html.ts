import { onStatus, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const refusalAsHtml: Fault = {
  id: 'refusal-as-html',
  title: 'Refuses with a page of HTML',
  breaks: ['limit.error-body'],
  apply: (base) =>
    reshapeAnswer(base, onStatus(429), (answer) => ({
      ...withHeader('Content-Type', 'text/html')(answer),
      body: '<h1>429 Too Many Requests</h1>',
    })),
};
