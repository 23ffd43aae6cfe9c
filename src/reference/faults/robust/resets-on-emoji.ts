import { failInstead, resetConnection } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const resetsOnEmoji: Fault = {
  id: 'resets-on-emoji',
  title: 'Breaks the connection where a name holds an emoji',
  breaks: ['robust.answers'],
  follows: ['create.text'],
  apply: (base) =>
    failInstead(
      base,
      ({ operation, body }) => operation === 'create' && /[\u{10000}-\u{10ffff}]/u.test(body.toString()),
      resetConnection,
    ),
};
