import { listView } from '../../store/index.ts';
import { each } from '../each.ts';
import { type Rule, violation } from '../rule.ts';

/** No list has an id twice. */
export const uniqueIds: Rule = each(
  (exchange) => (listView(exchange)?.animals.length ?? 0) > 0,
  (exchange) => {
    const seen = new Set<string>();
    for (const { id } of listView(exchange)?.animals ?? []) {
      if (id === undefined) continue;
      if (seen.has(id)) return violation(exchange, 'listed-twice', { id });
      seen.add(id);
    }
    return undefined;
  },
);
