import { integer, withMember } from '../../json/value.ts';
import { isError, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const statusZero: Fault = {
  id: 'status-zero',
  title: 'Names the status 0 in every Error',
  breaks: ['error.status-matches'],
  apply: (base) => reshapeObject(base, isError, (body) => withMember(body, 'status', integer(0))),
};
