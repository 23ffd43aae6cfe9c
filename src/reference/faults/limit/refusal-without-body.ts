import { onStatus, reshapeAnswer } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const refusalWithoutBody: Fault = {
  id: 'refusal-without-body',
  title: 'Refuses without a body',
  breaks: ['limit.error-body'],
  apply: (base) => reshapeAnswer(base, onStatus(429), (answer) => ({ ...answer, body: '' })),
};
