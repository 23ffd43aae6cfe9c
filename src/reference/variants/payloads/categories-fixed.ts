import { accept, andThen, refuse } from '../../message.ts';
import { seededCategories } from '../../seed.ts';
import type { LegalVariant } from '../../variant.ts';

export const categoriesFixed: LegalVariant = {
  id: 'categories-fixed',
  title: 'Refuses categories that it does not have',
  apply: (base) => ({
    ...base,
    readCategory: (json) =>
      andThen(base.readCategory(json), (category) =>
        seededCategories.includes(category) ? accept(category) : refuse('There is no such category.'),
      ),
  }),
};
