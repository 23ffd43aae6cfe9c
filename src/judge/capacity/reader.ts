import { CAPACITY_REQUIREMENTS, judgeCapacity, requirementOutcomes } from '../../capacity/judge.ts';
import { changedPlans } from '../../capacity/projection.ts';
import type { JudgedStep } from '../../capacity/result-schema.ts';
import type { FailedPod } from '../../capacity/together.ts';
import type { CapacityPlan, Sample } from '../../exchange/records/capacity-record.ts';
import type { JournalRecord } from '../../exchange/records/journal-record.ts';
import { toVerdict } from '../verdict.ts';
import { isCapacityStart } from './instance.ts';
import { openStep } from './step.ts';

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
