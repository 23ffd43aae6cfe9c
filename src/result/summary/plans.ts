import type { Result } from '../result.ts';
import { planOfLimit } from '../row-name.ts';
import type { Row } from './causes.ts';
import { STATUSES, type Status } from './status.ts';

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
