import { failInstead, resetConnection } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const resetsOnWordAsId: Fault = {
  id: 'resets-on-word-as-id',
  title: 'Breaks the connection where an id is no number',
  breaks: ['robust.answers'],
  apply: (base) =>
    failInstead(base, ({ operation, path }) => operation === 'get' && /[a-z]$/.test(path), resetConnection),
};
