import { letIn } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const listWithoutKey: Fault = {
  id: 'list-without-key',
  title: 'Lists animals for callers without an Authorization header',
  breaks: ['auth.required.list'],
  follows: ['auth.query-key'],
  apply: (base) => letIn(base, ({ operation, headers }) => operation === 'list' && !headers.has('authorization')),
};
