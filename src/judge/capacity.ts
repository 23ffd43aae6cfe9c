import { collectStep } from '../capacity/figures.ts';
import { CAPACITY_REQUIREMENTS, judgeCapacity, requirementOutcomes, withMissing } from '../capacity/judge.ts';
import { judgeStep } from '../capacity/judge-step.ts';
import { ownCount, WHOLE } from '../capacity/keys.ts';
import { changedPlans } from '../capacity/projection.ts';
import type { JudgedStep, Together } from '../capacity/result-schema.ts';
import {
  type Begun,
  beginningReader,
  begunTogether,
  type FailedPod,
  podFailed,
  tooFarApart,
} from '../capacity/together.ts';
import type { CapacityPlan, Lag, Objectives, Sample } from '../exchange/records/capacity-record.ts';
import type { JournalRecord } from '../exchange/records/journal-record.ts';
import type { CapacityConfig } from '../exchange/records/load-config.ts';
import type { Experiment, LoadEnd, Start } from '../exchange/records/load-record.ts';
import { because, type Reason } from '../rules/outcome.ts';
import { withFix } from '../text/mistakes.ts';
import { nested } from '../text/template.ts';
import { unreachable } from './checks/set-up.ts';
import { namedFailure } from './k6-failure.ts';
import { toVerdict } from './verdict.ts';

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

export type CapacityReader = ReturnType<typeof capacityReader>;

/** Reads a capacity run record by record, while it is recorded or from its journals, with the same verdict. */
export function capacityReader({ objectives }: Pick<CapacityPlan, 'objectives'>) {
  let open: ReturnType<typeof openStep> | undefined;
  const steps: JudgedStep[] = [];
  const sent: SentCounts = { byStatus: {}, byPlan: {}, byKey: new Map(), created: 0 };
  /** Whether any request of the run was answered: otherwise the service is unreachable, not slow. */
  const isAnswered = () => Object.keys(sent.byStatus).some((status) => status !== NO_ANSWER);
  return {
    see: (record: JournalRecord): void => {
      if (!('kind' in record)) return;
      if (record.kind === 'start' && isCapacityStart(record)) {
        open ??= openStep(record);
        open.join(record);
      } else if (record.kind === 'sample') {
        count(record, sent);
        open?.add(record);
      } else if (record.kind === 'lag' || record.kind === 'experiment' || record.kind === 'load-end') open?.add(record);
    },
    /** Judges the last step that was read; undefined if none began. `failed`: the pods that failed, if a cluster offers it. */
    endStep: (failed: readonly FailedPod[] = []): JudgedStep | undefined => {
      const judged = open?.judge(objectives, isAnswered(), failed);
      open = undefined;
      if (judged !== undefined) steps.push(judged);
      return judged;
    },
    steps: (): readonly JudgedStep[] => steps,
    /** The number of sent requests, warm-up included. */
    sent: (): Readonly<SentCounts> => sent,
  };
}

export function capacityVerdicts(plan: CapacityPlan, steps: readonly JudgedStep[]) {
  const judgement = judgeCapacity(steps);
  const outcomes = requirementOutcomes(steps, judgement, plan.objectives);
  const { plans } = plan.projection;
  const [decided = plans[0]] = changedPlans(plan.projection);
  const about = decided === undefined ? {} : { plan: decided.plan };
  const verdicts = CAPACITY_REQUIREMENTS.map((id) => ({ ...toVerdict(id, outcomes[id]), ...about }));
  return { judgement, verdicts };
}

const NO_ANSWER = 'no answer';

interface SentCounts {
  readonly byStatus: Record<string, number>;
  readonly byPlan: Record<string, number>;
  readonly byKey: Map<string, { requests: number; refusals: number }>;
  created: number;
}

function count({ status, key, op }: Sample, sent: SentCounts): void {
  const name = status === 0 ? NO_ANSWER : String(status);
  const plan = key.slice(0, key.indexOf('#'));
  const ofKey = sent.byKey.get(key) ?? { requests: 0, refusals: 0 };
  sent.byKey.set(key, ofKey);
  sent.byStatus[name] = (sent.byStatus[name] ?? 0) + 1;
  sent.byPlan[plan] = (sent.byPlan[plan] ?? 0) + 1;
  ofKey.requests += 1;
  if (status === 429) ofKey.refusals += 1;
  if (op === 'create' && status === 201) sent.created += 1;
}
