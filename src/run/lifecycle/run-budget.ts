import type { Budgets } from '../../config/index.ts';
import { REFUSED_AT_MOST, requestsForLimits } from '../limits-cost.ts';
import type { CheckRequest, Prepared } from '../prepare.ts';

/** What storecheck.yaml grants a run, and where it says so: `storecheck.yaml:7:32 targets.staging.budgets.requestsPerRun`. */
export interface Granted {
  readonly budgets: Budgets;
  readonly placeOf: (budget: keyof Budgets) => string;
}

/** Why a run costs more than it is granted; with `--max-requests` that flag goes before the file, and stops it. */
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
  // Another number of them was given by --refusals, which stops a burst.
  const tooFew = limits !== undefined && limits.refusals === refusalsPerKey && refusalsPerKey < REFUSED_AT_MOST;
  return [
    tooMany
      ? `${placeOf('requestsPerRun')}: a run is granted ${requestsPerRun} requests, and this one can take ${most}, confirmation attempts included; grant more, or ${limits === undefined ? 'ask for less (--only, or --max-requests N to stop it there)' : 'push fewer plans'}`
      : [],
    tooFew
      ? `${placeOf('refusalsPerKey')}: a key is granted ${refusalsPerKey} refusals, and pushing its limit takes up to ${REFUSED_AT_MOST} where it is kept; grant ${REFUSED_AT_MOST} or more, or run storecheck check, which takes none`
      : [],
  ].flat();
}
