import { turnAway } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const failsOnBasic: Fault = {
  id: 'fails-on-basic',
  title: 'Fails where the scheme is not Bearer',
  breaks: ['robust.no-server-error', 'auth.bearer-only'],
  apply: (base) =>
    turnAway(base, ({ headers }) => /^(?!Bearer)/i.test(headers.get('authorization') ?? 'Bearer'), {
      status: 500,
      code: 'internal_error',
      message: 'The service failed.',
    }),
};
