import { failInstead, resetConnection } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const resetsWithoutKey: Fault = {
  id: 'resets-without-key',
  title: 'Breaks the connection of callers without a key that ask for one animal',
  breaks: ['robust.answers'],
  follows: ['auth.required.get'],
  apply: (base) =>
    failInstead(
      base,
      ({ operation, headers }) => operation === 'get' && !headers.has('authorization'),
      resetConnection,
    ),
};
