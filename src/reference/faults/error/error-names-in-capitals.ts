import { object } from '../../json/value.ts';
import { isError, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { bare401, errorBodyOn400, errorBodyOn401 } from '../clauses.ts';

export const errorNamesInCapitals: Fault = {
  id: 'error-names-in-capitals',
  title: 'Names the fields of an Error Code, Message and Status',
  breaks: ['error.schema', ...errorBodyOn401, ...errorBodyOn400, 'get.not-found'],
  follows: ['error.status-matches', 'error.not-blank', ...bare401],
  apply: (base) =>
    reshapeObject(base, isError, (body) =>
      object(
        ...body.members.map(([name, value]) => [`${name.charAt(0).toUpperCase()}${name.slice(1)}`, value] as const),
      ),
    ),
};
