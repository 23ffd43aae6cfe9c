import { crash } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const failsOnArrayBody: Fault = {
  id: 'fails-on-array-body',
  title: 'Fails where the payload is an array',
  breaks: ['robust.no-server-error', 'create.rejects.array-body'],
  apply: (base) => crash(base, ({ operation, body }) => operation === 'create' && /^\s*\[/.test(body.toString())),
};
