import { object } from '../../json/value.ts';
import { isError, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { bare401, errorBodyOn400, errorBodyOn401 } from '../clauses.ts';

export const errorInList: Fault = {
  id: 'error-in-list',
  title: 'Answers a list of Errors',
  breaks: ['error.schema', ...errorBodyOn401, ...errorBodyOn400, 'get.not-found'],
  follows: ['error.status-matches', 'error.not-blank', ...bare401],
  apply: (base) => reshapeObject(base, isError, (body) => object(['errors', [body]])),
};
