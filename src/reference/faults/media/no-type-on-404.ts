import { onStatus, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noTypeOn404: Fault = {
  id: 'no-type-on-404',
  title: 'Sends no Content-Type with a 404',
  breaks: ['media.json'],
  apply: (base) => reshapeAnswer(base, onStatus(404), withoutHeader('Content-Type')),
};
