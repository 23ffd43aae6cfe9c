import { turnAway } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const forbiddenForUnknownKey: Fault = {
  id: 'forbidden-for-unknown-key',
  title: 'Answers 403 to a key that it does not know',
  breaks: ['auth.unknown-key.list', 'auth.unknown-key.create', 'auth.unknown-key.get', 'auth.near-miss-key'],
  apply: (base) =>
    turnAway(base, (request) => base.credential(request) !== null, {
      status: 403,
      code: 'forbidden',
      message: 'This key is not valid.',
    }),
};
