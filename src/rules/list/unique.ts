import { listView } from '../../store/index.ts';
import { each } from '../each.ts';
import { describe, type Rule } from '../rule.ts';

/** No id stands twice in one list. */
export const uniqueIds: Rule = each(
  (exchange) => (listView(exchange)?.animals.length ?? 0) > 0,
  (exchange) => {
    const ids = (listView(exchange)?.animals ?? []).flatMap(({ id }) => id ?? []);
    const seen = new Set<string>();
    const twice = ids.find((id) => seen.size === seen.add(id).size);
    return twice === undefined
      ? undefined
      : { message: describe(exchange), expected: 'every id once', actual: `id ${twice} stands twice` };
  },
);
