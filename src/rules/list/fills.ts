import { type ListView, listViews } from '../../store/index.ts';
import { type Finding, outcomeOf, undecided } from '../outcome.ts';
import { describe, type Rule } from '../rule.ts';

/** When at least k matching animals are known, `limit=k` returns k: the limit is applied after the filter, not before. */
export const fillsPage: Rule = (_evidence, trace) => {
  const views = listViews(trace.exchanges).filter(
    ({ limit, exchange }) => limit !== undefined && exchange.key !== null,
  );
  const findings: Finding[] = [];
  let subjects = 0;
  for (const view of views) {
    const richest = witnessOf(view, views);
    const expected = Math.min(view.limit ?? 0, richest.count);
    if (expected === 0) continue;
    subjects += 1;
    if (view.items < expected)
      findings.push({
        message: describe(view.exchange),
        expected: `${expected} animals: the limit is ${view.limit ?? '?'}, and ${richest.count} that match were seen`,
        actual: `${view.items} animals`,
        exchanges: [view.exchange.seq, ...richest.seqs],
      });
  }
  return subjects === 0 ? undecided('no list showed an animal') : outcomeOf(findings.slice(0, 5), subjects);
};

/** The list sent before this one that shows the most animals which it should show too. */
function witnessOf(view: ListView, views: readonly ListView[]): { count: number; seqs: number[] } {
  const counts = views
    .filter(
      (other) => other.exchange.seq < view.exchange.seq && (other.status === undefined || other.status === view.status),
    )
    .map((other) => ({
      count: other.animals.filter(({ status }) => view.status === undefined || status === view.status).length,
      seqs: [other.exchange.seq],
    }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most), { count: 0, seqs: [] });
}
