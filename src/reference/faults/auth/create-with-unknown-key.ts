import { letIn } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const createWithUnknownKey: Fault = {
  id: 'create-with-unknown-key',
  title: 'Adds animals for a key that nobody was given',
  breaks: ['auth.unknown-key.create'],
  follows: ['auth.near-miss-key', 'auth.no-side-effect'],
  apply: (base) => letIn(base, (request) => request.operation === 'create' && base.credential(request) !== null),
};
