import { turnAway } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const getHiddenWithoutKey: Fault = {
  id: 'get-hidden-without-key',
  title: 'Answers 404 to callers without a valid key, where one animal is asked for',
  breaks: ['auth.required.get', 'auth.unknown-key.get'],
  apply: (base) =>
    turnAway(base, ({ operation }) => operation === 'get', {
      status: 404,
      code: 'not_found',
      message: 'There is no such path.',
    }),
};
