import { crash } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const failsOnWordAsId: Fault = {
  id: 'fails-on-word-as-id',
  title: 'Fails where an id is no number',
  breaks: ['robust.no-server-error'],
  apply: (base) => crash(base, ({ operation, path }) => operation === 'get' && /[a-z]$/.test(path)),
};
