import { integer, withMember } from '../../json/value.ts';
import { onStatus, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const statusMismatchOn404: Fault = {
  id: 'status-mismatch-on-404',
  title: 'Names 400 in the body of a 404',
  breaks: ['error.status-matches'],
  apply: (base) => reshapeObject(base, onStatus(404), (body) => withMember(body, 'status', integer(400))),
};
