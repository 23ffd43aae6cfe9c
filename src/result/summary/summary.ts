import { groupBy } from '../../exchange/journal/group.ts';
import { takesKey } from '../key-variable.ts';
import type { Note, Result } from '../result.ts';
import { type Cause, explanations, failuresOf, nameRow, type Row, reasonsOf } from './causes.ts';
import { type GateProblem, gateProblems } from './gate-problems.ts';
import { type NextStep, nextStep } from './next-step.ts';
import { type PlanSummary, plansOf } from './plans.ts';
import { STATUSES, type Status, statusOf } from './status.ts';

export type Counts = Readonly<Record<Status, number>>;

/** Everything that reports derive from a result, computed once; data only, without a sentence. */
export interface Summary {
  readonly result: Result;
  /** In the order of the catalogue. */
  readonly rows: readonly Row[];
  readonly of: (...statuses: readonly Status[]) => readonly Row[];
  readonly counts: Counts;
  readonly areas: readonly { readonly area: string; readonly rows: readonly Row[]; readonly counts: Counts }[];
  readonly plans: readonly PlanSummary[];
  readonly failed: readonly Cause[];
  readonly warnings: readonly Cause[];
  readonly waived: readonly Cause[];
  /** Musts without evidence: they keep the run from passing. */
  readonly inconclusive: readonly Cause[];
  /** Other requirements without evidence: the run may pass. */
  readonly optional: readonly Cause[];
  /** What does not apply, or was skipped. */
  readonly notJudged: readonly Cause[];
  readonly gate: readonly GateProblem[];
  readonly notes: readonly Note[];
  readonly next: NextStep;
  /** The command that repeats every failure of the run, if its folder is known. */
  readonly again: string | undefined;
}

/** @param again the command that repeats every failure of the run; `called`: how the user calls storecheck */
export function summaryOf(result: Result, again?: string, called = 'storecheck'): Summary {
  const rows = explanations(
    result.requirements.map((row) => nameRow(row, statusOf(row, result), called, again)),
    result,
  );
  const of = (...statuses: readonly Status[]) => rows.filter(({ status }) => statuses.includes(status));
  const isBlocking = ({ status, level }: Row) => status === 'inconclusive' && level === 'must';
  const summary = {
    result,
    rows,
    of,
    counts: countsOf(rows),
    areas: [...groupBy(rows, ({ area }) => area)].map(([area, own]) => ({ area, rows: own, counts: countsOf(own) })),
    plans: plansOf(result, rows),
    failed: failuresOf(rows, 'failed'),
    warnings: failuresOf(rows, 'warning'),
    waived: failuresOf(rows, 'waived'),
    inconclusive: reasonsOf(rows, isBlocking),
    optional: reasonsOf(rows, (row) => row.status === 'inconclusive' && !isBlocking(row)),
    notJudged: reasonsOf(rows, ({ status }) => status === 'not-applicable' || status === 'skipped'),
    gate: gateProblems(result),
    notes: result.notes ?? result.warnings.map((message): Note => ({ code: 'k6', message })),
    again,
  };
  return { ...summary, next: nextStep(summary) };
}

export function countsOf(rows: readonly Row[]): Counts {
  const counts = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<Status, number>;
  for (const { status } of rows) counts[status] += 1;
  return counts;
}

/** The plan whose key the curl lines of the check take from `$STORE_API_KEY`; undefined if no finding has one. */
export function curlPlanOf(rows: readonly Row[]): string | undefined {
  return rows.find((row) => row.findings.some(({ curl }) => takesKey(curl)))?.plan;
}
