import { figuresOf, type Measured } from '../capacity/figures.ts';
import { CAPACITY_REQUIREMENTS, judgeCapacity, judgeStep, requirementOutcomes } from '../capacity/judge-steps.ts';
import { ownCount } from '../capacity/key-shares.ts';
import { changedPlans } from '../capacity/projection.ts';
import type { JudgedStep } from '../capacity/result-schema.ts';
import type { CapacityPlan, Objectives, Sample } from '../exchange/records/capacity-record.ts';
import { JournalError, type JournalRecord } from '../exchange/records/journal-record.ts';
import type { CapacityStep } from '../exchange/records/load-config.ts';
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

/** What one instance recorded of a step. */
interface Part {
  readonly instance: number;
  readonly samples: Measured[];
  /** How late timers fired. */
  readonly lags: number[];
  closing?: Experiment;
  end?: LoadEnd;
}

/** What is wrong with the record of a step. Without every instance, its load is unknown. */
function problemsIn(parts: readonly Part[], of: number, failed: readonly FailedPod[]): Reason[] {
  const dead = failed.filter((pod) => parts.every((one) => one.instance !== pod.instance || one.closing === undefined));
  const missing = of - new Set([...parts, ...dead].map(({ instance }) => instance)).size;
  const alive = parts.filter(({ instance }) => dead.every((pod) => pod.instance !== instance));
  return [
    ...(missing > 0 ? [because('pod-journals-missing', { missing, instances: of })] : []),
    ...dead.map((pod) => because('pod-failed', { ...pod })),
    ...alive.flatMap((part) => gapsIn(part, of)),
  ];
}

function gapsIn({ instance, samples, lags, closing, end }: Part, of: number): Reason[] {
  // The driver has checked the lines of its own k6, but no pod's log.
  if (end !== undefined) return end.problems.map((problem) => because('load-incomplete', { problem: nested(problem) }));
  const numbers = samples.map(({ n }) => n).filter((n) => n >= 0);
  const last = numbers.reduce((most, n) => Math.max(most, n), -1);
  const lines = ownCount(last + 1, instance, of);
  const missing = lines - numbers.length;
  const lost = missing > 0 ? [because('instance-lines-missing', { missing, lines })] : [];
  const unmeasured = lags.length === 0 && of > 1 ? [because('instance-timers-not-measured')] : [];
  const gaps = closing === undefined ? [because('instance-cut-off')] : [...lost, ...unmeasured];
  return of === 1 ? gaps : gaps.map((problem) => because('instance-problem', { instance, problem: nested(problem) }));
}

/** A step while its records are read, one instance after the other. */
interface OpenStep {
  readonly step: CapacityStep;
  readonly config: Start['config'];
  readonly parts: Part[];
}

/** `isAnswered`: whether any request of the run was. Otherwise the service is unreachable, not slow. */
function judgeOpen(
  { step, config: { baseUrl, instances: of = 1 }, parts }: OpenStep,
  objectives: Objectives,
  isAnswered: boolean,
  failed: readonly FailedPod[],
): JudgedStep {
  const samples = parts.flatMap((part) => part.samples);
  const lags = parts.flatMap((part) => part.lags);
  const figures = figuresOf(step, samples, lags, parts[0]?.end?.busy);
  const unanswered = isAnswered ? undefined : samples.find(({ code }) => code !== undefined);
  if (unanswered !== undefined) return judgeStep(figures, objectives, [noAnswer(unanswered, baseUrl)]);
  const problems = problemsIn(parts, of, failed);
  if (of === 1) return judgeStep(figures, objectives, problems);
  const period = 60_000 / step.perMinute;
  // By their own clocks, in milliseconds since 1970; NaN if one is cut off.
  const begun = parts.map(({ closing, samples: own }) => {
    const { n = 0, due = Number.NaN } = own.find((sample) => sample.n >= 0) ?? {};
    return (closing?.startedAt ?? Number.NaN) + due - n * period;
  });
  const apart = Math.max(...begun) - Math.min(...begun);
  // The planned rate is not reached until all instances send.
  const warmUp = step.warmUp * period;
  const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1);
  const late = apart > warmUp ? [because('instances-apart', { apart: seconds(apart), most: seconds(warmUp) })] : [];
  const instances = parts.map(({ instance }) => instance);
  const together = { instances, of, apartMs: Number.isNaN(apart) ? null : Math.round(apart) };
  return { ...judgeStep(figures, objectives, [...problems, ...late]), together };
}

/** The reason if no request of the run was answered, with the fix. */
const noAnswer = ({ code, error: message = '' }: Measured, url: string): Reason =>
  because('unreachable', { failure: withFix(unreachable(namedFailure({ code: `K6_${code}`, message }), url)) });

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
  let open: OpenStep | undefined;
  const steps: JudgedStep[] = [];
  const sent: SentCounts = { byStatus: {}, byPlan: {}, byKey: new Map(), created: 0 };
  /** Judges the last step that was read; undefined if none began. */
  const endStep = (): JudgedStep | undefined => {
    if (open === undefined) return undefined;
    closedAt = Math.max(closedAt, ...open.parts.map(({ closing }) => closing?.at ?? Number.NaN));
    const isAnswered = Object.keys(sent.byStatus).some((status) => status !== NO_RESPONSE);
    const judged = judgeOpen(open, recorded().plan.objectives, isAnswered, failedIn(open.step.level));
    steps.push(judged);
    open = undefined;
    return judged;
  };
  const see = (record: JournalRecord): void => {
    if (!('kind' in record)) return;
    if (record.kind === 'head') head = record;
    else if (record.kind === 'capacity') plan = record.plan;
    else if (record.kind === 'end') end = record;
    else if (record.kind === 'load-end') ends.push(record);
    else if (record.kind === 'sample') count(record, sent);
    else if (record.kind === 'start' && record.config.step !== undefined) {
      const { instance = 1, config } = record;
      const { step } = record.config;
      if (open?.step.level !== step.level) endStep();
      open ??= { step, config, parts: [] };
      open.parts.push({ instance, samples: [], lags: [] });
    }
    const part = open?.parts.at(-1);
    if (part === undefined) return;
    if (record.kind === 'sample') {
      const { n, due, sent: began, received, status, fresh } = record;
      // A million of them must fit into memory.
      part.samples.push(status === 0 ? record : { n, due, sent: began, received, status, fresh });
    } else if (record.kind === 'lag') for (const lag of record.lags) part.lags.push(lag);
    else if (record.kind === 'experiment') part.closing = record;
    else if (record.kind === 'load-end') part.end = record;
  };
  return {
    see,
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
