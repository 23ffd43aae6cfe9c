import { onStatus, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noChallengeForUnknownKey: Fault = {
  id: 'no-challenge-for-unknown-key',
  title: 'Sends WWW-Authenticate only where no key was given',
  breaks: ['auth.www-authenticate'],
  apply: (base) =>
    reshapeAnswer(base, onStatus(401), (answer, request) =>
      base.credential(request) === null ? answer : withoutHeader('WWW-Authenticate')(answer),
    ),
};
