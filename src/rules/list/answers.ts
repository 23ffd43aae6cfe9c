import { type Answered, bodyOf } from '../../exchange/index.ts';
import { listView } from '../../store/index.ts';
import { each } from '../each.ts';
import { type Finding, outcomeOf } from '../outcome.ts';
import { type Rule, violation } from '../rule.ts';

/** The plain list returned 200 and a JSON array. Refusals of a limit are judged by that limit's requirement. */
export const listsAnimals: Rule = (evidence) =>
  outcomeOf(
    evidence.flatMap((exchange) =>
      listView(exchange) === undefined && (exchange.received.status < 400 || !exchange.sent.path.includes('?'))
        ? [notListed(exchange)]
        : [],
    ),
    evidence.length,
  );

function notListed(exchange: Answered): Finding {
  if (exchange.received.status !== 200) return violation(exchange, 'list-refused', {});
  const body = bodyOf(exchange.received);
  if (body.kind === 'json') return violation(exchange, 'not-an-array', {});
  if (body.kind === 'none') return violation(exchange, 'body-missing', { schema: 'Pets' });
  return violation(exchange, 'body-not-json', { schema: 'Pets', problem: body.reason });
}

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
