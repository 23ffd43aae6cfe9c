import { object } from '../../json/value.ts';
import { isError, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { bare401, errorBodyOn400, errorBodyOn401 } from '../clauses.ts';

export const errorNested: Fault = {
  id: 'error-nested',
  title: 'Nests the Error in an object',
  breaks: ['error.schema', ...errorBodyOn401, ...errorBodyOn400, 'get.not-found'],
  follows: ['error.status-matches', 'error.not-blank', ...bare401],
  apply: (base) => reshapeObject(base, isError, (body) => object(['error', body])),
};
