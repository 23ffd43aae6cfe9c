import { onStatus, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noTypeOn201: Fault = {
  id: 'no-type-on-201',
  title: 'Sends no Content-Type with a 201',
  breaks: ['media.json'],
  apply: (base) => reshapeAnswer(base, onStatus(201), withoutHeader('Content-Type')),
};
