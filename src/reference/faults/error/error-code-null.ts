import { withMember } from '../../json/value.ts';
import { isError, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { bare401, errorBodyOn400, errorBodyOn401 } from '../clauses.ts';

export const errorCodeNull: Fault = {
  id: 'error-code-null',
  title: 'Writes null for the code of an Error',
  breaks: ['error.schema', ...errorBodyOn401, ...errorBodyOn400, 'get.not-found'],
  follows: ['error.not-blank', ...bare401],
  apply: (base) => reshapeObject(base, isError, (body) => withMember(body, 'code', null)),
};
