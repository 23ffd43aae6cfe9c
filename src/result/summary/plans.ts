import type { PlanLimits, Result } from '../result.ts';
import { planOfLimit } from '../row-name.ts';
import type { Row } from './causes.ts';
import { STATUSES, type Status } from './status.ts';

/** One plan whose limit was exhausted. */
export interface PlanSummary {
  readonly plan: string;
  readonly numbers: PlanLimits;
  readonly rows: readonly Row[];
  /** The worst that its requirements came to. */
  readonly badge: Status;
  /** More than the plan's number was admitted, and that is a violation. */
  readonly isOver: boolean;
  /** If quota that came back explains that more than the plan's number were admitted: whether for certain. */
  readonly refilled?: { readonly isCertain: boolean };
}

export function plansOf({ limits }: Pick<Result, 'limits'>, rows: readonly Row[]): PlanSummary[] {
  return Object.entries(limits).map(([plan, numbers]) => {
    const own = rows.filter((row) => planOfLimit(row) === plan);
    const excess = own.find(({ id }) => id === 'limit.rejects-excess');
    const isExplained = excess?.verdict === 'pass' || excess?.verdict === 'inconclusive';
    return {
      plan,
      numbers,
      rows: own,
      badge: badgeOf(own),
      isOver: excess?.verdict === 'fail',
      ...(isExplained ? { refilled: { isCertain: excess.verdict === 'pass' } } : {}),
    };
  });
}

/** What is recommended and not proven, does not apply or was not asked for takes nothing from a pass. */
function badgeOf(rows: readonly Row[]): Status {
  const counted = rows.filter(({ status, level }) => status !== 'inconclusive' || level === 'must');
  return STATUSES.find((status) => counted.some((row) => row.status === status)) ?? 'skipped';
}
