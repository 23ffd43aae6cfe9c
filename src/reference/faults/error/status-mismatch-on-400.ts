import { integer, withMember } from '../../json/value.ts';
import { onStatus, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const statusMismatchOn400: Fault = {
  id: 'status-mismatch-on-400',
  title: 'Names 500 in the body of a 400',
  breaks: ['error.status-matches'],
  apply: (base) => reshapeObject(base, onStatus(400), (body) => withMember(body, 'status', integer(500))),
};
