import { collectStep } from '../capacity/figures.ts';
import { CAPACITY_REQUIREMENTS, judgeCapacity, judgeStep, requirementOutcomes } from '../capacity/judge-steps.ts';
import { changedPlans } from '../capacity/projection.ts';
import type { JudgedStep } from '../capacity/result-schema.ts';
import { ownCount } from '../capacity/turns.ts';
import type { CapacityPlan, Lag, Sample } from '../exchange/records/capacity-record.ts';
import type { Failure } from '../exchange/records/exchange-record.ts';
import { JournalError, type JournalRecord } from '../exchange/records/journal-record.ts';
import type { CapacityConfig } from '../exchange/records/load-config.ts';
import type { Experiment, LoadEnd, Start } from '../exchange/records/load-record.ts';
import type { End, Head } from '../exchange/records/run-record.ts';
import { endRecord } from '../exchange/trace.ts';
import { because, type Reason } from '../rules/outcome.ts';
import { withFix } from '../text/mistakes.ts';
import { nested } from '../text/template.ts';
import { namedFailure, unreachable } from './connection-failure.ts';
import { toVerdict } from './verdict.ts';

/** A pod of a cluster that did not end with exit code 0. */
export interface FailedPod {
  readonly instance: number;
  /** Its exit code, or else its state. */
  readonly how: string;
  /** The file that shows its state, events and last log lines. */
  readonly file: string;
}

const podFailed = ({ instance, how, file }: FailedPod): Reason => because('pod-failed', { instance, how, file });

export type CapacityStart = Start & { readonly config: CapacityConfig };

export function isCapacityStart(start: Start): start is CapacityStart {
  return 'step' in start.config;
}

/** What one instance recorded of a step. */
function partOf({ instance = 1, config: { step, instances: of = 1 } }: CapacityStart) {
  const segment = { index: instance - 1, of };
  let start = Number.NaN;
  let lines = 0;
  let last = -1;
  let lags = 0;
  let closing: Experiment | undefined;
  let end: LoadEnd | undefined;

  const recorded = (): Reason[] => {
    // The driver has checked the lines of its own k6, but no pod's log.
    if (end !== undefined)
      return end.problems.map((problem) => because('load-incomplete', { problem: nested(problem) }));
    if (closing === undefined) return [because('instance-cut-off')];
    const missing = ownCount(last + 1, segment) - lines;
    return [
      ...(missing > 0 ? [because('instance-lines-missing', { missing, lines: missing + lines })] : []),
      ...(lags === 0 && of > 1 ? [because('instance-timers-not-measured')] : []),
    ];
  };
  return {
    instance,
    segment,
    add: (record: Sample | Lag | Experiment | LoadEnd): void => {
      if (record.kind === 'experiment') closing = record;
      else if (record.kind === 'load-end') end = record;
      else if (record.kind === 'lag') lags += 1;
      else if (record.n >= 0) {
        lines += 1;
        last = Math.max(last, record.n);
        start = record.due - (record.n * 60_000) / step.perMinute;
      }
    },
    /** Milliseconds since 1970 by its own clock; NaN if its journal is cut off. */
    begun: () => (closing?.startedAt ?? Number.NaN) + start,
    /** NaN if it is cut off. */
    closedAt: () => closing?.at ?? Number.NaN,
    problems: (pod: FailedPod | undefined): Reason[] => {
      if (pod !== undefined && closing === undefined) return [podFailed(pod)];
      const all = recorded();
      return of === 1 ? all : all.map((problem) => because('instance-problem', { instance, problem: nested(problem) }));
    },
  };
}

/** A step while its records are read, one instance after the other. */
function openStep({ config: { step, baseUrl } }: CapacityStart) {
  const collector = collectStep(step);
  /** Why the first request that got no response got none: nothing else is sent if it is the first one of the run. */
  let failure: Failure | undefined;
  /** The share of this machine's processors that was busy. */
  let busy: number | null = null;
  const parts: ReturnType<typeof partOf>[] = [];
  return {
    level: step.level,
    closedAt: () => Math.max(...parts.map((part) => part.closedAt())),
    join: (start: CapacityStart) => parts.push(partOf(start)),
    add: (record: Sample | Lag | Experiment | LoadEnd): void => {
      if (record.kind === 'sample' && record.code !== undefined)
        failure ??= { code: `K6_${record.code}`, message: record.error ?? '' };
      if (record.kind === 'sample' || record.kind === 'lag') collector.add(record);
      if (record.kind === 'load-end') busy = record.busy ?? null;
      parts.at(-1)?.add(record);
    },
    judge: (objectives: CapacityPlan['objectives'], isAnswered: boolean, failed: readonly FailedPod[]): JudgedStep => {
      const segments = parts.map(({ segment }) => segment);
      const figures = collector.figures(busy, segments);
      if (!isAnswered && failure !== undefined) return judgeStep(figures, objectives, [noAnswer(failure, baseUrl)]);
      const problems = parts.flatMap((part) =>
        part.problems(failed.find(({ instance }) => instance === part.instance)),
      );
      const of = parts[0]?.segment.of ?? 1;
      if (of === 1) return judgeStep(figures, objectives, problems);
      const instances = parts.map(({ instance }) => instance);
      const begun = parts.map((part) => part.begun());
      const apart = Math.max(...begun) - Math.min(...begun);
      const missing = whyMissing(instances, of, failed);
      // The planned rate is not reached until all instances send.
      const warmUp = (step.warmUp * 60_000) / step.perMinute;
      const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1);
      const late = apart > warmUp ? [because('instances-apart', { apart: seconds(apart), most: seconds(warmUp) })] : [];
      return {
        ...judgeStep(figures, objectives, [...missing, ...problems, ...late]),
        together: { instances, of, apartMs: Number.isNaN(apart) ? null : Math.round(apart) },
      };
    },
  };
}

/** Without every instance, the load of a step is unknown. */
function whyMissing(known: readonly number[], of: number, failed: readonly FailedPod[]): Reason[] {
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter((one) => !known.includes(one));
  const pods = failed.filter(({ instance }) => missing.includes(instance));
  const lost = missing.length - pods.length;
  return [
    ...pods.map(podFailed),
    ...(lost > 0 ? [because('pod-journals-missing', { missing: lost, instances: of })] : []),
  ];
}

/** The reason if no request of the run was answered, with the fix. */
const noAnswer = (failure: Failure, url: string): Reason =>
  because('unreachable', { failure: withFix(unreachable(namedFailure(failure), url)) });

export type CapacityReader = ReturnType<typeof capacityReader>;

/**
 * Reads a capacity run record by record, while it is recorded or from its journals, with the same verdict. `failedIn`: the pods that
 * failed in the step of a level, if a cluster offers it. Throws a JournalError if the plan is missing.
 */
export function capacityReader(failedIn: (level: number) => readonly FailedPod[] = () => []) {
  let head: Head | undefined;
  let plan: CapacityPlan | undefined;
  let end: End | null = null;
  /** How each k6 process ended. */
  const ends: LoadEnd[] = [];
  /** When the last instance ended; NaN if one was cut off. Pods write no end record. */
  let closedAt = Number.NEGATIVE_INFINITY;
  const recorded = () => {
    if (head === undefined || plan === undefined)
      throw new JournalError("the projection is missing; add the run's folder (written by --distribute)");
    const isMerged = plan.instances !== undefined && Number.isFinite(closedAt);
    return { head, plan, end: end ?? (isMerged ? endRecord(closedAt, 'complete') : null), ends };
  };
  let open: ReturnType<typeof openStep> | undefined;
  const steps: JudgedStep[] = [];
  const sent: SentCounts = { byStatus: {}, byPlan: {}, byKey: new Map(), created: 0 };
  /** Whether any request of the run was answered: otherwise the service is unreachable, not slow. */
  const isAnswered = () => Object.keys(sent.byStatus).some((status) => status !== NO_RESPONSE);
  /** Judges the last step that was read; undefined if none began. */
  const endStep = (): JudgedStep | undefined => {
    if (open === undefined) return undefined;
    closedAt = Math.max(closedAt, open.closedAt());
    const judged = open.judge(recorded().plan.objectives, isAnswered(), failedIn(open.level));
    steps.push(judged);
    open = undefined;
    return judged;
  };
  return {
    see: (record: JournalRecord): void => {
      if (!('kind' in record)) return;
      if (record.kind === 'head') head = record;
      else if (record.kind === 'capacity') plan = record.plan;
      else if (record.kind === 'end') end = record;
      else if (record.kind === 'load-end') ends.push(record);
      if (record.kind === 'start' && isCapacityStart(record)) {
        if (open?.level !== record.config.step.level) endStep();
        open ??= openStep(record);
        open.join(record);
      } else if (record.kind === 'sample') {
        count(record, sent);
        open?.add(record);
      } else if (record.kind === 'lag' || record.kind === 'experiment' || record.kind === 'load-end') open?.add(record);
    },
    recorded,
    endStep,
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

const NO_RESPONSE = 'no response';

interface SentCounts {
  readonly byStatus: Record<string, number>;
  readonly byPlan: Record<string, number>;
  readonly byKey: Map<string, { requests: number; refusals: number }>;
  created: number;
}

function count({ status, key, op }: Sample, sent: SentCounts): void {
  const name = status === 0 ? NO_RESPONSE : String(status);
  const plan = key.slice(0, key.indexOf('#'));
  const ofKey = sent.byKey.get(key) ?? { requests: 0, refusals: 0 };
  sent.byKey.set(key, ofKey);
  sent.byStatus[name] = (sent.byStatus[name] ?? 0) + 1;
  sent.byPlan[plan] = (sent.byPlan[plan] ?? 0) + 1;
  ofKey.requests += 1;
  if (status === 429) ofKey.refusals += 1;
  if (op === 'create' && status === 201) sent.created += 1;
}
