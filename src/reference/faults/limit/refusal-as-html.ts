import { onStatus, reshapeAnswer, withBody } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const refusalAsHtml: Fault = {
  id: 'refusal-as-html',
  title: 'Refuses with a page of HTML',
  breaks: ['limit.error-body'],
  apply: (base) => reshapeAnswer(base, onStatus(429), withBody('text/html', '<h1>429 Too Many Requests</h1>')),
};
