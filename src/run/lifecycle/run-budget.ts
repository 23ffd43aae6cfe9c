import type { Budgets } from '../../config/index.ts';
import { REFUSED_AT_MOST, requestsForLimits } from '../limits-cost.ts';
import type { CheckRequest, Prepared } from '../prepare.ts';

/** The budgets of storecheck.yaml, and their places: `storecheck.yaml:7:32 targets.staging.budgets.requestsPerRun`. */
export interface Granted {
  readonly budgets: Budgets;
  readonly placeOf: (budget: keyof Budgets) => string;
}

/** Why a run exceeds its budgets. `--max-requests` overrides the file, and stops the run there. */
export function objectionsToCost(
  { head, probes }: Prepared,
  { maxRequests }: Pick<CheckRequest, 'maxRequests'>,
  granted: Granted | undefined,
): string[] {
  if (granted === undefined) return [];
  const { budgets, placeOf } = granted;
  const { requestsPerRun, refusalsPerKey } = budgets;
  const { limits, settings } = head;
  const most =
    (probes.length === 0 ? 0 : settings.maxRequests) +
    (limits === undefined ? 0 : requestsForLimits(limits, settings.windowSeconds));
  const tooMany = requestsPerRun !== undefined && maxRequests === undefined && most > requestsPerRun;
  // --refusals overrides the budget, and stops a burst.
  const tooFew = limits !== undefined && limits.refusals === refusalsPerKey && refusalsPerKey < REFUSED_AT_MOST;
  return [
    tooMany
      ? `${placeOf('requestsPerRun')}: the budget is ${requestsPerRun} requests per run, but this run may need ${most}, confirmation attempts included. Raise it, or ${limits === undefined ? 'use --only or --max-requests N' : 'select fewer plans'}`
      : [],
    tooFew
      ? `${placeOf('refusalsPerKey')}: the budget is ${refusalsPerKey} refusals per key, but a conforming limiter causes up to ${REFUSED_AT_MOST}. Set ${REFUSED_AT_MOST} or more, or run storecheck check, which causes none`
      : [],
  ].flat();
}
