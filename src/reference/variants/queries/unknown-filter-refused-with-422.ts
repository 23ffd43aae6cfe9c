import { refuse } from '../../message.ts';
import type { LegalVariant } from '../../variant.ts';

export const unknownFilterRefusedWith422: LegalVariant = {
  id: 'unknown-filter-refused-with-422',
  title: 'Answers 422 to an unknown status filter',
  apply: (base) => ({
    ...base,
    readFilter: (text) => {
      const filter = base.readFilter(text);
      return filter.ok ? filter : refuse('There is no such status.', 422);
    },
  }),
};
