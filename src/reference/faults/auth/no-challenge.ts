import { onStatus, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noChallenge: Fault = {
  id: 'no-challenge',
  title: 'Sends no WWW-Authenticate',
  breaks: ['auth.www-authenticate'],
  apply: (base) => reshapeAnswer(base, onStatus(401), withoutHeader('WWW-Authenticate')),
};
