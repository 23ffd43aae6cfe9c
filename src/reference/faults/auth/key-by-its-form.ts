import { letIn } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const keyByItsForm: Fault = {
  id: 'key-by-its-form',
  title: 'Takes everything that looks like one of its keys',
  breaks: ['auth.unknown-key.list', 'auth.unknown-key.create', 'auth.unknown-key.get', 'auth.near-miss-key'],
  follows: ['auth.no-side-effect'],
  apply: (base) => letIn(base, (request) => /^ask_\w{12,}$/i.test(base.credential(request) ?? '')),
};
