import { letIn } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const createWithoutKey: Fault = {
  id: 'create-without-key',
  title: 'Adds animals for callers without an Authorization header',
  breaks: ['auth.required.create'],
  follows: ['auth.no-side-effect'],
  apply: (base) => letIn(base, ({ operation, headers }) => operation === 'create' && !headers.has('authorization')),
};
