import { withMember } from '../../json/value.ts';
import { reshapeAnimal } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const createdCategoryAsString: Fault = {
  id: 'created-category-as-string',
  title: 'Answers the category id as a string',
  breaks: ['create.schema'],
  follows: ['create.echo', 'create.int64', 'get.same-as-created'],
  apply: (base) =>
    reshapeAnimal(base, 'create', (body, { categoryId }) => withMember(body, 'categoryId', String(categoryId))),
};
