import { withMissing } from '../../capacity/judge.ts';
import { judgeStep } from '../../capacity/judge-step.ts';
import type { JudgedStep, Together } from '../../capacity/result-schema.ts';
import { collectStep } from '../../capacity/statistics/figures.ts';
import { begunTogether, type FailedPod, tooFarApart } from '../../capacity/together.ts';
import type { Lag, Objectives, Sample } from '../../exchange/records/capacity-record.ts';
import type { Experiment, LoadEnd } from '../../exchange/records/load-record.ts';
import { because, type Reason } from '../../rules/outcome.ts';
import { withFix } from '../../text/mistakes.ts';
import { unreachable } from '../checks/set-up.ts';
import { namedFailure } from '../k6-failure.ts';
import { type CapacityStart, type Part, partOf } from './instance.ts';

/** A step while its records are read, one instance after the other. */
export function openStep({ config: { step, baseUrl } }: CapacityStart) {
  const collector = collectStep(step);
  /** Requests without an answer, by k6's error code. */
  const failures = new Map<number, { count: number; message: string }>();
  const parts: Part[] = [];
  return {
    /** The following records are of this instance. */
    join: (start: CapacityStart) => parts.push(partOf(start)),
    add: (record: Sample | Lag | Experiment | LoadEnd): void => {
      if (record.kind === 'sample' && record.code !== undefined) {
        const failure = failures.get(record.code) ?? { count: 0, message: '' };
        failures.set(record.code, { count: failure.count + 1, message: failure.message || (record.error ?? '') });
      }
      if (record.kind === 'sample' || record.kind === 'lag') collector.add(record);
      parts.at(-1)?.add(record);
    },
    /** Invalid if an instance is missing. `failed`: the pods that failed, if a cluster offers it. */
    judge: (objectives: Objectives, isAnswered: boolean, failed: readonly FailedPod[]): JudgedStep => {
      const segments = parts.map(({ segment }) => segment);
      const busy = parts.flatMap((part) => part.busy() ?? []);
      const figures = collector.figures(busy.length === 0 ? null : Math.max(...busy), segments);
      const together = cameTogether(parts);
      const problems = [
        ...(isAnswered || figures.sent === 0 ? [] : [noAnswer(figures.sent, failures, baseUrl)]),
        ...parts.flatMap((part) => part.problems(failed)),
      ];
      if (together === undefined) return judgeStep(figures, objectives, problems);
      const warmUpMs = (step.warmUp * 60_000) / step.perMinute;
      const judged = judgeStep(figures, objectives, [...problems, ...tooFarApart(together, warmUpMs)]);
      return { ...withMissing(judged, together, failed), together };
    },
  };
}

/** None of the requests was answered: the reason, with the fix for the most frequent failure. */
function noAnswer(
  requests: number,
  failures: ReadonlyMap<number, { readonly count: number; readonly message: string }>,
  url: string,
): Reason {
  const [code = 0, { message = '' } = {}] = [...failures].sort(([, a], [, b]) => b.count - a.count)[0] ?? [];
  const failure = withFix(unreachable(namedFailure({ code: `K6_${code}`, message }), url));
  return because('unreachable', { requests, failure });
}

/** Undefined if one instance offers the complete load. */
function cameTogether(parts: readonly Part[]): Together | undefined {
  const of = parts[0]?.segment.of ?? 1;
  if (of === 1) return undefined;
  const instances = parts.map(({ segment }) => segment.index + 1);
  return { instances, of, ...begunTogether(parts.map((part) => part.begun())) };
}
