import { refuse } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const malformedJsonIs415: Fault = {
  id: 'malformed-json-is-415',
  title: 'Answers 415 to a body that is not JSON',
  breaks: ['create.rejects.malformed-json'],
  apply: (base) => ({
    ...base,
    readBody: (request) => {
      const body = base.readBody(request);
      return body.ok || request.body.length === 0 ? body : refuse('This is not application/json.', 415);
    },
  }),
};
