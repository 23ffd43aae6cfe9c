import type { Trace } from '../../exchange/index.ts';
import { type ListView, queryOf } from '../../store/index.ts';
import { type Finding, outcomeOf, undecided } from '../outcome.ts';
import { describe, type Rule } from '../rule.ts';
import { createdOf, listsOf } from '../seen.ts';

/** When at least k matching animals are known to exist, `limit=k` returns k: the limit is applied after the filter, not before. */
export const fillsPage: Rule = (evidence, trace) => {
  const views = listsOf(trace).filter(({ exchange }) => exchange.key !== null);
  const asked = views.filter(
    ({ exchange, limit }) => evidence.includes(exchange) && limit !== undefined && queryOf(exchange).has('limit'),
  );
  const findings: Finding[] = [];
  let subjects = 0;
  for (const view of asked) {
    const known = matching(view, views, trace);
    const expected = Math.min(view.limit ?? 0, known.size);
    if (expected === 0) continue;
    subjects += 1;
    if (view.items < expected)
      findings.push({
        message: describe(view.exchange),
        expected: `${expected} animals: the limit is ${view.limit ?? '?'}, and ${known.size} that match were seen`,
        actual: `${view.items} animals`,
        exchanges: [...new Set([...known.values()].filter((seq) => seq !== view.exchange.seq)), view.exchange.seq],
      });
  }
  return subjects === 0 ? undecided('no list showed an animal') : outcomeOf(findings.slice(0, 5), subjects);
};

/** The ids that the lists of the run showed to match, each with the exchange that did; without what this run created at that time or later. */
function matching(view: ListView, views: readonly ListView[], trace: Trace): Map<string, number> {
  const late = new Set(
    createdOf(trace)
      .filter(({ exchange }) => exchange.received.at + trace.head.settings.settleMs > view.exchange.sent.at)
      .map(({ answered }) => answered.id),
  );
  const known = new Map<string, number>();
  for (const { animals, exchange } of views)
    for (const { id, status } of animals)
      if (id !== undefined && !late.has(id) && (view.status === undefined || status === view.status))
        known.set(id, exchange.seq);
  return known;
}
