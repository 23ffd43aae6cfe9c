import type { Answered } from '../../exchange/index.ts';
import { PAGE } from '../../spec/operations.ts';
import { listView, queryOf, unfiltered } from '../../store/index.ts';
import { each } from '../each.ts';
import { type Finding, outcomeOf, undecided } from '../outcome.ts';
import { describe, finding, type Rule } from '../rule.ts';
import { idsOf } from '../seen.ts';

const isList = (exchange: Answered): boolean => listView(exchange) !== undefined;

/**
 * Never more animals than the limit asked for, wherever the document allows that limit. The default has a requirement of its own. One animal
 * too many in every list is another fault than a limit that is ignored.
 */
export const limitHonoured: Rule = (evidence) => {
  const lists = evidence.flatMap((exchange) => {
    const { items, limit } = listView(exchange) ?? {};
    return items === undefined || limit === undefined || !queryOf(exchange).has('limit')
      ? []
      : [{ exchange, limit, above: items - limit }];
  });
  const broken = lists.filter(({ above }) => above > 0);
  const note = broken.every(({ above }) => above === 1) ? ', always one more' : '';
  return outcomeOf(
    broken.map(({ exchange, limit, above }) =>
      finding(exchange, describe(exchange), `at most ${limit} animals`, `${limit + above} animals${note}`),
    ),
    lists.length,
  );
};

/** Whatever limit was sent, no 200 holds more than 100. */
export const neverAboveMaximum: Rule = each(isList, (exchange) => {
  const items = listView(exchange)?.items ?? 0;
  return items > PAGE.maximum
    ? { message: describe(exchange), expected: `at most ${PAGE.maximum} animals`, actual: `${items} animals` }
    : undefined;
});

/** No limit means 20: never more, and as many as an explicit `limit=20` gives. */
export const defaultLimit: Rule = (evidence, trace) => {
  const views = evidence.flatMap((exchange) => listView(exchange) ?? []);
  const lists = unfiltered(views);
  const bare = lists.filter(({ exchange }) => !queryOf(exchange).has('limit'));
  if (bare.length === 0) return undecided('no list without `limit` was answered');
  const above = views.filter(({ exchange, items }) => !queryOf(exchange).has('limit') && items > PAGE.default);
  if (above.length > 0)
    return outcomeOf(
      above.map(({ exchange, items }) =>
        finding(exchange, describe(exchange), `at most ${PAGE.default} animals`, `${items} animals`),
      ),
      bare.length,
    );
  const known = Math.max(idsOf(trace).length, ...lists.map(({ items }) => items));
  if (known <= PAGE.default)
    return undecided(
      `the store shows ${known} animals; more than ${PAGE.default} are needed to tell a default from the end of the store`,
    );
  const below = bare.filter(({ items }) => items < PAGE.default);
  if (below.length === 0) return outcomeOf([], bare.length);
  const explicit = lists.filter(({ exchange }) => queryOf(exchange).get('limit') === String(PAGE.default));
  if (explicit.length === 0)
    return undecided('`limit=20` was not answered, so a shorter default cannot be told from a shorter store');
  const most = Math.max(...explicit.map(({ items }) => items));
  const findings: Finding[] = below.flatMap(({ exchange, items }) =>
    items === most
      ? []
      : [
          {
            ...finding(
              exchange,
              `${describe(exchange)} without limit`,
              `${most} animals, as \`limit=20\` gives`,
              `${items} animals`,
            ),
            exchanges: [...explicit.map((view) => view.exchange.seq), exchange.seq],
          },
        ],
  );
  return outcomeOf(findings, bare.length);
};
