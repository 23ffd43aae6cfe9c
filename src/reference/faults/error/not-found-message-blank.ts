import { withMember } from '../../json/value.ts';
import { onStatus, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const notFoundMessageBlank: Fault = {
  id: 'not-found-message-blank',
  title: 'Leaves the message of a 404 blank',
  breaks: ['error.not-blank'],
  apply: (base) => reshapeObject(base, onStatus(404), (body) => withMember(body, 'message', ' ')),
};
