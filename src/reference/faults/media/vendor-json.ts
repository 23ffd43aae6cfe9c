import { onStatus, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const vendorJson: Fault = {
  id: 'vendor-json',
  title: 'Calls bodies application/vnd.animal-store+json',
  breaks: ['media.json'],
  apply: (base) =>
    reshapeAnswer(base, onStatus(200, 201), withHeader('Content-Type', 'application/vnd.animal-store+json')),
};
