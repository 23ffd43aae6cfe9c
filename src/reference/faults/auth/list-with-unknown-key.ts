import { letIn } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const listWithUnknownKey: Fault = {
  id: 'list-with-unknown-key',
  title: 'Lists animals for a key that nobody was given',
  breaks: ['auth.unknown-key.list'],
  follows: ['auth.near-miss-key'],
  apply: (base) => letIn(base, (request) => request.operation === 'list' && base.credential(request) !== null),
};
