import { crash } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const failsOnEmoji: Fault = {
  id: 'fails-on-emoji',
  title: 'Fails where a name holds an emoji',
  breaks: ['robust.no-server-error'],
  follows: ['create.text', 'create.each-status', 'create.int64'],
  apply: (base) =>
    crash(base, ({ operation, body }) => operation === 'create' && /[\u{10000}-\u{10ffff}]/u.test(body.toString())),
};
