import { integer, withMember } from '../../json/value.ts';
import { isError, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { bare401, errorBodyOn400, errorBodyOn401 } from '../clauses.ts';

export const errorCodeAsNumber: Fault = {
  id: 'error-code-as-number',
  title: 'Writes the code of an Error as a number',
  breaks: ['error.schema', ...errorBodyOn401, ...errorBodyOn400, 'get.not-found'],
  follows: [...bare401],
  apply: (base) => reshapeObject(base, isError, (body) => withMember(body, 'code', integer(1001))),
};
