import { withMember } from '../../json/value.ts';
import { isError, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const messageBlank: Fault = {
  id: 'message-blank',
  title: 'Leaves the message of an Error empty',
  breaks: ['error.not-blank'],
  apply: (base) => reshapeObject(base, isError, (body) => withMember(body, 'message', '')),
};
