import { letIn } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const getWithoutKey: Fault = {
  id: 'get-without-key',
  title: 'Shows an animal for callers without an Authorization header',
  breaks: ['auth.required.get'],
  apply: (base) => letIn(base, ({ operation, headers }) => operation === 'get' && !headers.has('authorization')),
};
