import { letIn } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const getWithUnknownKey: Fault = {
  id: 'get-with-unknown-key',
  title: 'Shows an animal for a key that nobody was given',
  breaks: ['auth.unknown-key.get'],
  follows: ['auth.near-miss-key'],
  apply: (base) => letIn(base, (request) => request.operation === 'get' && base.credential(request) !== null),
};
