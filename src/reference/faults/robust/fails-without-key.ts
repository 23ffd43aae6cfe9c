import { turnAway } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const failsWithoutKey: Fault = {
  id: 'fails-without-key',
  title: 'Fails where the Authorization header is missing',
  breaks: ['robust.no-server-error', 'auth.required.list', 'auth.required.create', 'auth.required.get'],
  follows: ['auth.query-key', 'auth.no-side-effect'],
  apply: (base) =>
    turnAway(base, ({ headers }) => !headers.has('authorization'), {
      status: 500,
      code: 'internal_error',
      message: 'The service failed.',
    }),
};
