import { requestsToProve, stated } from '../../capacity/objectives.ts';
import type { Objectives, Step } from '../../exchange/records/capacity-record.ts';
import { perSecond } from '../../reporters/capacity/words.ts';
import type { Problems } from '../console/problems.ts';
import type { Call } from '../options/call.ts';

/** The objectives of the configuration. Adds a problem if there are too few. */
export function readObjectives({ from: { config }, problems }: Pick<Call, 'from' | 'problems'>): Objectives {
  const { errorShare, ...latencies } = config?.capacity?.objectives ?? {};
  const stating = Object.fromEntries(Object.entries(latencies).filter(([, ms]) => ms !== undefined));
  const objectives = { ...stating, errorShare: errorShare ?? 1 };
  if (stated(objectives).length === 0)
    problems.missing(
      'no latency objective: add capacity.objectives to storecheck.yaml, e.g. { p95: 300ms, errors: 1% }',
    );
  if (errorShare === undefined)
    problems.missing('no objective for errors: add capacity.objectives.errors to storecheck.yaml, e.g. 0.1%');
  return objectives;
}

/** Adds a problem if the steps send too few requests to prove the objectives. */
export function addTooShort(steps: readonly Step[], objectives: Objectives, problems: Problems): void {
  const peak = steps.find(({ level }) => level >= 1);
  if (peak === undefined) {
    problems.add('--steps: add a step of 100 % or more, or the projected peak is not tested');
    return;
  }
  const { requests: most, what } = requestsToProve(objectives);
  if (peak.rps * peak.seconds < most)
    problems.add(
      `--step-duration is too short: ${what} needs at least ${most} requests, but a step at ${perSecond(peak.rps)} sends ${Math.floor(peak.rps * peak.seconds)}. Use at least ${Math.ceil(most / peak.rps)}, or omit the option`,
    );
}
