import { onStatus, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noTypeOn200: Fault = {
  id: 'no-type-on-200',
  title: 'Sends no Content-Type with a 200',
  breaks: ['media.json'],
  apply: (base) => reshapeAnswer(base, onStatus(200), withoutHeader('Content-Type')),
};
