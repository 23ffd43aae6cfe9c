import { refuse } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const missingFieldIs422: Fault = {
  id: 'missing-field-is-422',
  title: 'Answers 422 where a field is missing',
  breaks: ['create.rejects.missing-name', 'create.rejects.missing-category'],
  apply: (base) => ({
    ...base,
    readName: (json) => (json === undefined ? refuse('name is required.', 422) : base.readName(json)),
    readCategory: (json) => (json === undefined ? refuse('categoryId is required.', 422) : base.readCategory(json)),
  }),
};
