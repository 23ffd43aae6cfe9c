import { object } from '../../json/value.ts';
import { onStatus, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const refusalInAnEnvelope: Fault = {
  id: 'refusal-in-an-envelope',
  title: 'Wraps the Error of a refusal in an object',
  breaks: ['limit.error-body'],
  apply: (base) => reshapeObject(base, onStatus(429), (error) => object(['error', error])),
};
