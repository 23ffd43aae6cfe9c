import { withMember } from '../../json/value.ts';
import { onStatus, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const refusalWithStatusAsText: Fault = {
  id: 'refusal-with-status-as-text',
  title: 'Writes the status of a refusal as text',
  breaks: ['limit.error-body'],
  apply: (base) => reshapeObject(base, onStatus(429), (error) => withMember(error, 'status', '429')),
};
