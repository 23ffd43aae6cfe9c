import { crash } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const failsOnScalarBody: Fault = {
  id: 'fails-on-scalar-body',
  title: 'Fails where the payload is no object and no array',
  breaks: ['robust.no-server-error', 'create.rejects.scalar-body'],
  follows: ['create.rejects.malformed-json'],
  apply: (base) => crash(base, ({ operation, body }) => operation === 'create' && /^\s*[^\s{[]/.test(body.toString())),
};
