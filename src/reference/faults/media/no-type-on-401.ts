import { onStatus, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noTypeOn401: Fault = {
  id: 'no-type-on-401',
  title: 'Sends no Content-Type with a 401',
  breaks: ['media.json'],
  apply: (base) => reshapeAnswer(base, onStatus(401), withoutHeader('Content-Type')),
};
