import { crash } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const failsOnOverflow: Fault = {
  id: 'fails-on-overflow',
  title: 'Fails where a category id is beyond 64 bits',
  breaks: ['robust.no-server-error', 'create.rejects.overflow-category'],
  apply: (base) => crash(base, ({ operation, body }) => operation === 'create' && body.includes('9223372036854775808')),
};
