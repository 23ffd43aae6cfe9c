import { turnAway } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const validatesBeforeAuthentication: Fault = {
  id: 'validates-before-authentication',
  title: 'Answers 400 to an invalid payload before it looks at the key',
  breaks: ['auth.required.create', 'auth.unknown-key.create'],
  apply: (base) =>
    turnAway(base, ({ operation }) => operation === 'create', {
      status: 400,
      code: 'invalid_request',
      message: 'The payload has no owner.',
    }),
};
