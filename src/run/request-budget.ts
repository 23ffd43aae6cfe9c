import { DEFAULTS } from '../config/index.ts';
import type { Settings } from '../exchange/index.ts';
import { KEPT_FOR_CONFIRMATION, REDUCTIONS } from '../explore/reduce.ts';
import { MOST_REPEATED } from '../judge/checks/confirmation.ts';
import { isSendable, type Probe } from '../probes/index.ts';

interface Wanted extends Pick<Settings, 'readOnly' | 'noKeyInUrl'> {
  /** `--max-requests` */
  readonly maxRequests: number | undefined;
  /** At the depth `thorough`. */
  readonly seed?: number;
  /** The number of generated requests of an earlier run. */
  readonly explored?: number;
}

/** Reserve of requests at the standard depth: first contact, lost responses and confirmation attempts. */
const RESERVE = 20 + MOST_REPEATED;

/** Maximum requests of a check that plans so many. An exploration without a recorded size uses what `--max-requests` allows. */
export function mostRequests({ maxRequests, seed, explored }: Wanted, planned: number): number {
  return maxRequests ?? (seed === undefined || explored !== undefined ? planned + RESERVE : DEFAULTS.thoroughRequests);
}

/** The requests left for the exploration after the suites. If conditional probes are sent, the exploration ends earlier. */
export function explorationBudget(request: Wanted, suite: readonly Probe[]): number {
  const { maxRequests = DEFAULTS.thoroughRequests, explored } = request;
  if (explored !== undefined) return explored;
  const always = suite.filter((probe) => probe.onlyIf === undefined && isSendable(probe, request)).length;
  return Math.max(0, maxRequests - always - REDUCTIONS - KEPT_FOR_CONFIRMATION);
}
