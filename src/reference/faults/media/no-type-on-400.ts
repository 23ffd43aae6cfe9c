import { onStatus, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noTypeOn400: Fault = {
  id: 'no-type-on-400',
  title: 'Sends no Content-Type with a 400',
  breaks: ['media.json'],
  apply: (base) => reshapeAnswer(base, onStatus(400), withoutHeader('Content-Type')),
};
