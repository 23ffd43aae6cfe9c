import { failInstead, staySilent } from '../../failure.ts';
import type { Fault } from '../../variant.ts';

export const silentOnEmptyBody: Fault = {
  id: 'silent-on-empty-body',
  title: 'Never answers an empty body',
  breaks: ['robust.answers'],
  follows: ['create.rejects.empty-body'],
  apply: (base) => failInstead(base, ({ operation, body }) => operation === 'create' && body.length === 0, staySilent),
};
