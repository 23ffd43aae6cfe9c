import { listView } from '../../store/index.ts';
import { each } from '../each.ts';
import { describe, type Rule } from '../rule.ts';

/** No id stands twice in one list. */
export const uniqueIds: Rule = each(
  (exchange) => (listView(exchange)?.animals.length ?? 0) > 0,
  (exchange) => {
    const ids = (listView(exchange)?.animals ?? []).flatMap(({ id }) => id ?? []);
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    return twice === undefined
      ? undefined
      : { message: describe(exchange), expected: 'every id once', actual: `id ${twice} stands twice` };
  },
);
