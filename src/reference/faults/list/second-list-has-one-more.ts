import { everyNth } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const secondListHasOneMore: Fault = {
  id: 'second-list-has-one-more',
  title: 'Gives one animal more than the limit in the first, third, fifth … list with a limit',
  breaks: ['list.limit-honoured'],
  follows: ['list.status-with-limit', 'list.default-limit', 'list.never-above-maximum'],
  apply: (base) => {
    const second = everyNth(2);
    return {
      ...base,
      page: (animals, limit, query) => base.page(animals, query.has('limit') && !second() ? limit + 1 : limit, query),
    };
  },
};
