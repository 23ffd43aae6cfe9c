import { ownCount, WHOLE } from '../../capacity/segment.ts';
import { type Begun, beginningReader, type FailedPod, podFailed } from '../../capacity/together.ts';
import type { Lag, Sample } from '../../exchange/records/capacity-record.ts';
import type { CapacityConfig } from '../../exchange/records/load-config.ts';
import type { Experiment, LoadEnd, Start } from '../../exchange/records/load-record.ts';
import { because, type Reason } from '../../rules/outcome.ts';
import { nested } from '../../text/template.ts';

/** What one instance recorded of a step, except its samples. */
export type Part = ReturnType<typeof partOf>;

export type CapacityStart = Start & { readonly config: CapacityConfig };

export function isCapacityStart(start: Start): start is CapacityStart {
  return 'step' in start.config;
}

export function partOf({ instance = 1, config: { step, instances = 1 } }: CapacityStart) {
  const segment = instances === 1 ? WHOLE : { index: instance - 1, of: instances };
  const period = 60_000 / step.perMinute;
  const beginning = beginningReader();
  let start = Number.NaN;
  let lines = 0;
  let last = -1;
  let lags = 0;
  let closing: Experiment | undefined;
  let end: LoadEnd | undefined;

  const collected = (): Reason[] => {
    if (closing === undefined) return [because('instance-cut-off')];
    const numbered = ownCount(last + 1, segment);
    return lines < numbered ? [because('instance-lines-missing', { missing: numbered - lines, lines: numbered })] : [];
  };
  return {
    segment,
    add: (record: Sample | Lag | Experiment | LoadEnd): void => {
      if (record.kind === 'experiment') closing = record;
      else if (record.kind === 'load-end') end = record;
      else if (record.kind === 'lag') lags += 1;
      else if (record.n >= 0) {
        lines += 1;
        last = Math.max(last, record.n);
        start = record.due - record.n * period;
        beginning.add(record, period);
      }
    },
    begun: (): Begun => ({ byService: beginning.beginning(), byOwnClock: (closing?.startedAt ?? Number.NaN) + start }),
    busy: () => end?.busy ?? null,
    /** The reasons not to use it. `failed`: the pods that failed. */
    problems: (failed: readonly FailedPod[]): Reason[] => {
      const pod = failed.find((one) => one.instance === instance);
      if (pod !== undefined && closing === undefined) return [podFailed(pod)];
      // The driver has not checked a pod's log.
      const problems = end?.problems.map((problem) => because('load-incomplete', { problem: nested(problem) }));
      const own = problems ?? collected();
      if (segment.of === 1) return own;
      const more = lines > ownCount(step.count, segment) ? [because('instance-lines-extra')] : [];
      const unmeasured = lags === 0 ? [because('instance-timers-not-measured')] : [];
      return [...own, ...more, ...unmeasured].map((problem) =>
        because('instance-problem', { instance, problem: nested(problem) }),
      );
    },
  };
}
