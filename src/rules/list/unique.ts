import { listView } from '../../store/index.ts';
import { each } from '../each.ts';
import { describe, type Rule } from '../rule.ts';

/** No id stands twice in one list. */
export const uniqueIds: Rule = each(
  (exchange) => (listView(exchange)?.animals.length ?? 0) > 0,
  (exchange) => {
    const seen = new Set<string>();
    for (const { id } of listView(exchange)?.animals ?? []) {
      if (id === undefined) continue;
      if (seen.has(id))
        return { message: describe(exchange), expected: 'every id once', actual: `id ${id} stands twice` };
      seen.add(id);
    }
    return undefined;
  },
);
