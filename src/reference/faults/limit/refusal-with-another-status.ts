import { integer, withMember } from '../../json/value.ts';
import { onStatus, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const refusalWithAnotherStatus: Fault = {
  id: 'refusal-with-another-status',
  title: 'Writes the status 400 into the Error of a refusal',
  breaks: ['limit.error-body'],
  apply: (base) => reshapeObject(base, onStatus(429), (error) => withMember(error, 'status', integer(400))),
};
