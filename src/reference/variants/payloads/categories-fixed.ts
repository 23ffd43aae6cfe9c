import { refuse } from '../../message.ts';
import { seededCategories } from '../../seed.ts';
import type { LegalVariant } from '../../variant.ts';

export const categoriesFixed: LegalVariant = {
  id: 'categories-fixed',
  title: 'Refuses categories that it does not have',
  apply: (base) => ({
    ...base,
    readCategory: (json) => {
      const category = base.readCategory(json);
      return category.ok && !seededCategories.includes(category.value)
        ? refuse('There is no such category.')
        : category;
    },
  }),
};
