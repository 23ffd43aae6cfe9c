import { crash } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const failsOnNullName: Fault = {
  id: 'fails-on-null-name',
  title: 'Fails where the name is null',
  breaks: ['robust.no-server-error', 'create.rejects.null-name'],
  apply: (base) =>
    crash(base, ({ operation, body }) => operation === 'create' && /"name":\s*null/.test(body.toString())),
};
