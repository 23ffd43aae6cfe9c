import { withMember } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const itemCategoryAsString: Fault = {
  id: 'item-category-as-string',
  title: 'Lists category ids as strings',
  breaks: ['list.schema'],
  follows: ['list.agrees-with-created'],
  apply: (base) =>
    reshapeAnimal(base, 'list', (body, { categoryId }) => withMember(body, 'categoryId', String(categoryId))),
};
