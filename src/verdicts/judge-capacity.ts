import { judgeCapacity, judgeStep, requirementConclusions } from '../capacity/judge-steps.ts';
import { ownCount } from '../capacity/key-shares.ts';
import { changedPlans } from '../capacity/projection.ts';
import type { JudgedStep } from '../capacity/result-schema.ts';
import { collectStep, startOf } from '../capacity/step-numbers.ts';
import { planOfKey, statusName } from '../exchange/exchange.ts';
import type { CapacityPlan, Lag, Sample } from '../exchange/records/capacity-record.ts';
import type { Failure } from '../exchange/records/exchange-record.ts';
import { isKind, JournalError, type JournalRecord } from '../exchange/records/journal-record.ts';
import type { CapacityConfig } from '../exchange/records/load-config.ts';
import type { Closing, LoadEnd, Start } from '../exchange/records/load-record.ts';
import type { End, Head } from '../exchange/records/run-record.ts';
import { endRecord } from '../exchange/trace.ts';
import { namedFailure, unreachable } from '../judge/connection-failure.ts';
import { toVerdict } from '../judge/verdict.ts';
import { because, type Reason } from '../rules/conclusion.ts';
import { CAPACITY } from '../spec/requirements/limit.ts';
import { withFix } from '../text/mistakes.ts';
import { nested } from '../text/template.ts';

/** A pod of a cluster that did not end with exit code 0. */
export interface FailedPod {
  readonly instance: number;
  /** Its exit code, or else its state. */
  readonly how: string;
  /** The file that shows its state, events and last log lines. */
  readonly file: string;
}

export type CapacityStart = Start & { readonly config: CapacityConfig };

export const isCapacityStart = (record: JournalRecord): record is CapacityStart =>
  isKind(record, 'start') && 'step' in record.config;

/** What one instance recorded of a step. */
interface InstanceRecord {
  readonly instance: number;
  lines: number;
  lags: number;
  /** The number of its last request. */
  last: number;
  /** When its step began, in milliseconds since its k6 began; NaN without a request. */
  start: number;
  closing?: Closing;
  end?: LoadEnd;
}

/** What is wrong with the record of a step. Without every instance, its load is unknown. */
function problemsIn(parts: readonly InstanceRecord[], of: number, failed: readonly FailedPod[]): Reason[] {
  const ended = new Set(parts.flatMap(({ instance, closing }) => (closing === undefined ? [] : instance)));
  const dead = failed.filter(({ instance }) => !ended.has(instance));
  const missing = of - new Set([...parts, ...dead].map(({ instance }) => instance)).size;
  const alive = parts.filter(({ instance }) => dead.every((pod) => pod.instance !== instance));
  return [
    ...(missing > 0 ? [because('pod-journals-missing', { missing, instances: of })] : []),
    ...dead.map((pod) => because('pod-failed', { ...pod })),
    ...alive.flatMap((part) => gapsIn(part, of)),
  ];
}

function gapsIn({ instance, lines, lags, last, closing, end }: InstanceRecord, of: number): Reason[] {
  // storecheck has checked the lines of its own k6, but not the log of a pod.
  if (end !== undefined) return end.problems.map((problem) => because('load-incomplete', { problem: nested(problem) }));
  const missing = ownCount(last + 1, instance, of) - lines;
  const lost = missing > 0 ? [because('instance-lines-missing', { missing, lines: missing + lines })] : [];
  const unmeasured = lags === 0 ? [because('instance-timers-not-measured')] : [];
  const gaps = closing === undefined ? [because('instance-cut-off')] : [...lost, ...unmeasured];
  return of === 1 ? gaps : gaps.map((problem) => because('instance-problem', { instance, problem: nested(problem) }));
}

/** A step while its records are read, one instance after the other. */
function openStep({ config: { step, baseUrl, instances: of = 1 } }: CapacityStart) {
  const collector = collectStep(step);
  /** The failure of the first request without a response. */
  let failure: Failure | undefined;
  const parts: InstanceRecord[] = [];
  return {
    level: step.level,
    closedAt: () => Math.max(...parts.map(({ closing }) => closing?.at ?? Number.NaN)),
    join: ({ instance = 1 }: CapacityStart) => parts.push({ instance, lines: 0, lags: 0, last: -1, start: Number.NaN }),
    add: (record: Sample | Lag | Closing | LoadEnd): void => {
      const part = parts.at(-1);
      if (part === undefined) return;
      if (record.kind === 'sample' || record.kind === 'lag') collector.add(record);
      if (record.kind === 'experiment') part.closing = record;
      else if (record.kind === 'load-end') part.end = record;
      else if (record.kind === 'lag') part.lags += 1;
      else {
        if (record.code !== undefined) failure ??= { code: `K6_${record.code}`, message: record.error ?? '' };
        if (record.n < 0) return;
        part.lines += 1;
        part.last = Math.max(part.last, record.n);
        part.start = startOf(record, step.perMinute);
      }
    },
    judge: (objectives: CapacityPlan['objectives'], isAnswered: boolean, failed: readonly FailedPod[]): JudgedStep => {
      const numbers = collector.numbers(parts[0]?.end?.busy);
      if (!isAnswered && failure !== undefined) return judgeStep(numbers, objectives, [noResponse(failure, baseUrl)]);
      // By their own clocks, in milliseconds since 1970; NaN if one is cut off.
      const begun = parts.map(({ closing, start }) => (closing?.startedAt ?? Number.NaN) + start);
      const apart = Math.max(...begun) - Math.min(...begun);
      // The planned rate is not reached until all instances send.
      const warmUp = (step.warmUp * 60_000) / step.perMinute;
      const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1);
      const late = apart > warmUp ? [because('instances-apart', { apart: seconds(apart), most: seconds(warmUp) })] : [];
      const judged = judgeStep(numbers, objectives, [...problemsIn(parts, of, failed), ...late]);
      const instances = parts.map(({ instance }) => instance);
      const apartMs = Number.isNaN(apart) ? null : Math.round(apart);
      return of === 1 ? judged : { ...judged, together: { instances, of, apartMs } };
    },
  };
}

/** The reason if no request of the run was answered, with the fix. */
const noResponse = (failure: Failure, url: string): Reason =>
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
  const ends: LoadEnd[] = [];
  /** When the last instance ended; NaN if one was cut off. Pods write no end record. */
  let closedAt = -Infinity;
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
  const isAnswered = () => Object.keys(sent.byStatus).some((status) => status !== statusName(0));
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
    add: (record: JournalRecord): void => {
      if (!('kind' in record)) return;
      if (record.kind === 'head') head = record;
      else if (record.kind === 'capacity') plan = record.plan;
      else if (record.kind === 'end') end = record;
      else if (record.kind === 'load-end') ends.push(record);
      if (isCapacityStart(record)) {
        if (open?.level !== record.config.step.level) endStep();
        open ??= openStep(record);
        open.join(record);
      } else if (record.kind === 'sample') {
        countSample(record, sent);
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
  const capacity = judgeCapacity(steps);
  const conclusions = requirementConclusions(steps, capacity, plan.objectives);
  const { plans } = plan.projection;
  const [decided = plans[0]] = changedPlans(plan.projection);
  const about = decided === undefined ? {} : { plan: decided.plan };
  const verdicts = CAPACITY.map(({ id }) => ({ ...toVerdict(id, conclusions[id]), ...about }));
  return { capacity, verdicts };
}

interface SentCounts {
  readonly byStatus: Record<string, number>;
  readonly byPlan: Record<string, number>;
  readonly byKey: Map<string, { requests: number; refusals: number }>;
  created: number;
}

function countSample({ status, key, op }: Sample, sent: SentCounts): void {
  const name = statusName(status);
  const plan = planOfKey(key) ?? key;
  const ofKey = sent.byKey.get(key) ?? { requests: 0, refusals: 0 };
  sent.byKey.set(key, ofKey);
  sent.byStatus[name] = (sent.byStatus[name] ?? 0) + 1;
  sent.byPlan[plan] = (sent.byPlan[plan] ?? 0) + 1;
  ofKey.requests += 1;
  if (status === 429) ofKey.refusals += 1;
  if (op === 'create' && status === 201) sent.created += 1;
}
