import { withMember } from '../../json/value.ts';
import { isError, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { bare401, errorBodyOn400, errorBodyOn401 } from '../clauses.ts';

export const errorMessageInParts: Fault = {
  id: 'error-message-in-parts',
  title: 'Writes the message of an Error as a list',
  breaks: ['error.schema', ...errorBodyOn401, ...errorBodyOn400, 'get.not-found'],
  follows: [...bare401],
  apply: (base) => reshapeObject(base, isError, (body) => withMember(body, 'message', ['The', 'request', 'failed.'])),
};
