import { crash } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const failsOnEmptyBody: Fault = {
  id: 'fails-on-empty-body',
  title: 'Fails where the body is empty',
  breaks: ['robust.no-server-error', 'create.rejects.empty-body'],
  apply: (base) => crash(base, ({ operation, body }) => operation === 'create' && body.length === 0),
};
