import { groupBy } from '../../exchange/journal/group.ts';
import { isFailingProblem, isSkippedMust } from '../../judge/gate/gate.ts';
import type { KeyExpressions } from '../key-variable.ts';
import type { Note, Result } from '../result.ts';
import { namedRows, partOf, planOfLimit, rowName } from '../row-name.ts';
import { explanations, failuresOf, nameRow, type Row, reasonsOf } from './causes.ts';
import { STATUSES, type Status, statusOf } from './status.ts';

export type Counts = Readonly<Record<Status, number>>;

/** Everything that reports derive from a result, computed once; data only, without a sentence. */
export type Summary = ReturnType<typeof summaryOf>;

/** @param again the command that repeats every failure of the run; `called`: how the user calls storecheck */
export function summaryOf(result: Result, again?: string, called = 'storecheck', keys: KeyExpressions = {}) {
  const rows = explanations(
    namedRows(result.requirements).map(([name, row]) => ({
      ...nameRow(row, statusOf(row, result), called, keys, again),
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
    notes: result.notes ?? result.warnings.map((message): Note => ({ code: 'k6', message })),
    /** The command that repeats every failure of the run, if its folder is known. */
    again,
    keys,
  };
}

export function countsOf(rows: readonly Row[]): Counts {
  const counts = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<Status, number>;
  for (const { status } of rows) counts[status] += 1;
  return counts;
}

/** Something that concerns the gate and is not a requirement: a waiver to be fixed, or an open behaviour that has changed. */
export type GateProblem = { readonly fails: boolean } & (
  | ({ readonly kind: 'waiver' } & NonNullable<Result['waiverProblems']>[number])
  | ({ readonly kind: 'drift'; readonly name: string } & NonNullable<Result['drift']>[number])
);

export function gateProblems({ waiverProblems = [], drift = [], settings, setUp }: Result): GateProblem[] {
  const failsOnDrift = settings.failOn?.includes('drift') === true;
  return [
    // After a mistake in the set-up nothing is known about the service, so nothing about the waivers either.
    ...waiverProblems.map((one) => ({
      kind: 'waiver' as const,
      fails: setUp === undefined && isFailingProblem(one, settings.failOn ?? []),
      ...one,
    })),
    ...drift.map((one) => ({ kind: 'drift' as const, fails: failsOnDrift, name: rowName(one), ...one })),
  ];
}

/** One plan whose limit was exhausted. */
export type PlanSummary = ReturnType<typeof plansOf>[number];

export function plansOf({ limits }: Pick<Result, 'limits'>, rows: readonly Row[]) {
  return Object.entries(limits).map(([plan, numbers]) => {
    const own = rows.filter((row) => planOfLimit(row) === plan);
    const excess = own.find(({ id }) => id === 'limit.rejects-excess');
    const isExplained = excess?.verdict === 'pass' || excess?.verdict === 'inconclusive';
    return {
      plan,
      numbers,
      rows: own,
      /** The worst that its requirements came to. */
      badge: badgeOf(own),
      /** More than the plan's number was admitted, and that is a violation. */
      isOver: excess?.verdict === 'fail',
      /** If quota that came back explains that more than the plan's number were admitted: whether for certain. */
      ...(isExplained ? { refilled: { isCertain: excess.verdict === 'pass' } } : {}),
    };
  });
}

/** What is recommended and not proven, does not apply or was not asked for takes nothing from a pass. */
function badgeOf(rows: readonly Row[]): Status {
  const counted = rows.filter(({ status, level }) => status !== 'inconclusive' || level === 'must');
  return STATUSES.find((status) => counted.some((row) => row.status === status)) ?? 'skipped';
}
