import { turnAway } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { answers401 } from '../clauses.ts';

export const forbiddenForUnauthorized: Fault = {
  id: 'forbidden-for-unauthorized',
  title: 'Answers 403 in place of 401',
  breaks: [...answers401],
  apply: (base) => turnAway(base, () => true, { status: 403, code: 'forbidden', message: 'No access.' }),
};
