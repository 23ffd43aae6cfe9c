import { without } from '../../json/value.ts';
import { isError, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { bare401, errorBodyOn400, errorBodyOn401 } from '../clauses.ts';

export const errorWithoutStatus: Fault = {
  id: 'error-without-status',
  title: 'Leaves the status out of an Error',
  breaks: ['error.schema', ...errorBodyOn401, ...errorBodyOn400, 'get.not-found'],
  follows: ['error.status-matches', ...bare401],
  apply: (base) => reshapeObject(base, isError, (body) => without(body, 'status')),
};
