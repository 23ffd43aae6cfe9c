import { onAnswer, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noRetryAfterOnCreate: Fault = {
  id: 'no-retry-after-on-create',
  title: 'Sends no Retry-After with refused creations',
  breaks: ['limit.retry-after-present'],
  apply: (base) => reshapeAnswer(base, onAnswer('create', 429), withoutHeader('Retry-After')),
};
