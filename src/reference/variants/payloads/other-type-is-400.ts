import { refuse } from '../../message.ts';
import type { LegalVariant } from '../../variant.ts';

export const otherTypeIs400: LegalVariant = {
  id: 'other-type-is-400',
  title: 'Answers 400 to a payload that is not called JSON',
  apply: (base) => ({
    ...base,
    readBody: (request) =>
      /^application\/json\b/i.test(request.headers.get('content-type') ?? '')
        ? base.readBody(request)
        : refuse('The payload must be application/json.', 400),
  }),
};
