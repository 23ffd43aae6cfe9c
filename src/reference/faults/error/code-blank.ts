import { withMember } from '../../json/value.ts';
import { isError, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const codeBlank: Fault = {
  id: 'code-blank',
  title: 'Leaves the code of an Error empty',
  breaks: ['error.not-blank'],
  apply: (base) => reshapeObject(base, isError, (body) => withMember(body, 'code', '')),
};
