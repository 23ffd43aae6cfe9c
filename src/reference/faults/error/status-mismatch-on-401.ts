import { integer, withMember } from '../../json/value.ts';
import { onStatus, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const statusMismatchOn401: Fault = {
  id: 'status-mismatch-on-401',
  title: 'Names 403 in the body of a 401',
  breaks: ['error.status-matches'],
  apply: (base) => reshapeObject(base, onStatus(401), (body) => withMember(body, 'status', integer(403))),
};
