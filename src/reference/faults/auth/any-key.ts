import { letIn } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const anyKey: Fault = {
  id: 'any-key',
  title: 'Checks that a key is there, not which one',
  breaks: ['auth.unknown-key.list', 'auth.unknown-key.create', 'auth.unknown-key.get', 'auth.near-miss-key'],
  follows: ['auth.no-side-effect'],
  apply: (base) => letIn(base, (request) => base.credential(request) !== null),
};
