import { refuse } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const emptyBodyIs411: Fault = {
  id: 'empty-body-is-411',
  title: 'Answers 411 to an empty body',
  breaks: ['create.rejects.empty-body'],
  apply: (base) => ({
    ...base,
    readBody: (request) => (request.body.length === 0 ? refuse('A body is required.', 411) : base.readBody(request)),
  }),
};
