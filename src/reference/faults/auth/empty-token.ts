import { letIn } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const emptyToken: Fault = {
  id: 'empty-token',
  title: 'Lets callers in whose bearer token is empty',
  breaks: ['auth.empty-token'],
  apply: (base) => letIn(base, ({ headers }) => /^Bearer *$/i.test(headers.get('authorization') ?? '')),
};
