import { turnAway } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const getForbiddenForUnknownKey: Fault = {
  id: 'get-forbidden-for-unknown-key',
  title: 'Answers 403 to a key that it does not know, where one animal is asked for',
  breaks: ['auth.unknown-key.get'],
  apply: (base) =>
    turnAway(base, (request) => base.credential(request) !== null && request.operation === 'get', {
      status: 403,
      code: 'forbidden',
      message: 'This key is not valid.',
    }),
};
