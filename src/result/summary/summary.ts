import { groupBy } from '../../exchange/journal/group.ts';
import { isSkippedMust } from '../../judge/gate/gate.ts';
import { keyExpressions } from '../key-variable.ts';
import type { Result } from '../result.ts';
import { namedRows, partOf } from '../row-name.ts';
import { explanations, failuresOf, nameRow, type Row, reasonsOf } from './causes.ts';
import { gateProblems } from './gate-problems.ts';
import { plansOf } from './plans.ts';
import { STATUSES, type Status, statusOf } from './status.ts';

export type Counts = Readonly<Record<Status, number>>;

/** Everything that reports derive from a result, computed once; data only, without a sentence. */
export type Summary = ReturnType<typeof summaryOf>;

/** @param called how the user calls storecheck */
export function summaryOf(result: Result, called = 'storecheck') {
  const keys = keyExpressions(result.settings.keySources ?? {});
  const rows = explanations(
    namedRows(result.requirements).map(([name, row]) => ({
      ...nameRow(row, statusOf(row, result), called, keys, result),
      name,
      part: partOf(name, row, result),
    })),
    result,
  );
  const of = (...statuses: readonly Status[]) => rows.filter(({ status }) => statuses.includes(status));
  const isBlocking = ({ status, level }: Row) => status === 'inconclusive' && level === 'must';
  return {
    result,
    /** In the order of the catalogue. */
    rows,
    of,
    counts: countsOf(rows),
    areas: [...groupBy(rows, ({ area }) => area)].map(([area, own]) => ({ area, rows: own, counts: countsOf(own) })),
    plans: plansOf(result, rows),
    failed: failuresOf(rows, 'failed'),
    warnings: failuresOf(rows, 'warning'),
    waived: failuresOf(rows, 'waived'),
    /** Musts without evidence: they keep the run from passing. */
    inconclusive: reasonsOf(rows, isBlocking),
    /** Other requirements without evidence: the run may pass. */
    optional: reasonsOf(rows, (row) => row.status === 'inconclusive' && !isBlocking(row)),
    /** What does not apply, or was skipped. */
    notJudged: reasonsOf(rows, ({ status }) => status === 'not-applicable' || status === 'skipped'),
    /** Musts that the run skipped although it is complete. */
    skippedMusts: rows.filter(isSkippedMust),
    gate: gateProblems(result),
    notes: result.notes,
    keys,
  };
}

export function countsOf(rows: readonly Row[]): Counts {
  const counts = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<Status, number>;
  for (const { status } of rows) counts[status] += 1;
  return counts;
}
