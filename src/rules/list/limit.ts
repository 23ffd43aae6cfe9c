import type { Answered, Trace } from '../../exchange/index.ts';
import { PAGE } from '../../spec/operations.ts';
import { listView, queryOf, unfiltered } from '../../store/index.ts';
import { each } from '../each.ts';
import { because, outcomeOf, undecided, unsettled } from '../outcome.ts';
import { type Rule, violation } from '../rule.ts';
import { createdOf, idsOf } from '../seen.ts';

const isList = (exchange: Answered): boolean => listView(exchange) !== undefined;

/**
 * Never more animals than the requested limit, if the specification allows that limit. The default has its own
 * requirement. One animal too many in every list is another fault than an ignored limit.
 */
export const limitHonoured: Rule = (evidence) => {
  const lists = evidence.flatMap((exchange) => {
    const { items, limit } = listView(exchange) ?? {};
    return items === undefined || limit === undefined || !queryOf(exchange).has('limit')
      ? []
      : [{ exchange, limit, above: items - limit }];
  });
  const broken = lists.filter(({ above }) => above > 0);
  const code = broken.every(({ above }) => above === 1) ? 'one-above-limit' : 'above-limit';
  return outcomeOf(
    broken.map(({ exchange, limit, above }) => violation(exchange, code, { limit, items: limit + above })),
    lists.length,
  );
};

/** No 200 holds more than 100 animals, for any limit. */
export const neverAboveMaximum: Rule = each(isList, (exchange) => {
  const items = listView(exchange)?.items ?? 0;
  return items > PAGE.maximum ? violation(exchange, 'above-limit', { items, limit: PAGE.maximum }) : undefined;
});

/** How many known animals a list must be able to show: not those that were created later, or less than the settle time before. */
function visibleIn({ sent }: Answered, trace: Trace): number {
  const until = sent.at - trace.head.settings.settleMs;
  return idsOf(trace).length - createdOf(trace).filter(({ exchange }) => exchange.received.at > until).length;
}

/** Without a limit, at most 20, and as many as an explicit `limit=20` returns. */
export const defaultLimit: Rule = (evidence, trace) => {
  const views = evidence.flatMap((exchange) => listView(exchange) ?? []);
  const lists = unfiltered(views);
  const bare = lists.filter(({ exchange }) => !queryOf(exchange).has('limit'));
  if (bare.length === 0) return undecided(because('no-bare-list'));
  const above = views.filter(({ exchange, items }) => !queryOf(exchange).has('limit') && items > PAGE.default);
  if (above.length > 0)
    return outcomeOf(
      above.map(({ exchange, items }) => violation(exchange, 'above-limit', { items, limit: PAGE.default })),
      bare.length,
    );
  const known = Math.max(idsOf(trace).length, ...lists.map(({ items }) => items));
  if (known <= PAGE.default) return undecided(because('store-too-small', { known, needed: PAGE.default }));
  const short = bare.filter(({ items }) => items < PAGE.default);
  const below = short.filter(({ exchange }) => visibleIn(exchange, trace) >= PAGE.default);
  const rest = bare.length - short.length;
  if (below.length === 0) return rest > 0 ? outcomeOf([], rest) : unsettled(because('page-too-early'), bare.length);
  const explicit = lists.filter(({ exchange }) => queryOf(exchange).get('limit') === String(PAGE.default));
  if (explicit.length === 0) return undecided(because('no-explicit-default'));
  const most = Math.max(...explicit.map(({ items }) => items));
  const others = explicit.map(({ exchange }) => exchange);
  const findings = below.flatMap(({ exchange, items }) =>
    items === most ? [] : [violation(exchange, 'below-default', { items, most }, ...others)],
  );
  return outcomeOf(findings, bare.length);
};
