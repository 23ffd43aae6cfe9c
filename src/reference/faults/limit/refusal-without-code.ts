import { without } from '../../json/value.ts';
import { onStatus, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const refusalWithoutCode: Fault = {
  id: 'refusal-without-code',
  title: 'Leaves the code out of the Error of a refusal',
  breaks: ['limit.error-body'],
  apply: (base) => reshapeObject(base, onStatus(429), (error) => without(error, 'code')),
};
