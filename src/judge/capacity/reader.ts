import {
  CAPACITY_REQUIREMENTS,
  type CapacityPlan,
  type JudgedStep,
  judgeCapacity,
  requirementOutcomes,
} from '../../capacity/index.ts';
import type { JournalRecord, Sample } from '../../exchange/index.ts';
import { toVerdict } from '../checks/judge.ts';
import { isCapacityStart } from './instance.ts';
import { type OpenStep, openStep } from './step.ts';

/** Reads a capacity run record by record, while it is recorded or from its journals, with the same verdict. */
export interface CapacityReader {
  readonly see: (record: JournalRecord) => void;
  /** Judges the last step that was read, from the present instances; undefined if none began. */
  readonly endStep: () => JudgedStep | undefined;
  readonly plan: () => CapacityPlan | undefined;
  readonly steps: () => readonly JudgedStep[];
  /** The number of sent requests, warm-up included. */
  readonly sent: () => SentCounts;
}

export function capacityReader(): CapacityReader {
  let plan: CapacityPlan | undefined;
  let open: OpenStep | undefined;
  const steps: JudgedStep[] = [];
  const sent = sentCounter();
  /** Whether any request of the run was answered: otherwise the service is unreachable, not slow. */
  const isAnswered = () => Object.keys(sent.counts().byStatus).some((status) => status !== NO_ANSWER);
  return {
    see: (record) => {
      if (!('kind' in record)) return;
      if (record.kind === 'capacity') plan = record.plan as CapacityPlan;
      else if (record.kind === 'start' && isCapacityStart(record)) {
        open ??= openStep(record);
        open.join(record);
      } else if (record.kind === 'sample') {
        sent.add(record);
        open?.add(record);
      } else if (record.kind === 'lag' || record.kind === 'experiment' || record.kind === 'load-end') open?.add(record);
    },
    endStep: () => {
      if (plan === undefined || open === undefined) return undefined;
      const { seen, whole } = open.judge(plan.objectives, isAnswered());
      open = undefined;
      steps.push(whole);
      return seen;
    },
    plan: () => plan,
    steps: () => steps,
    sent: sent.counts,
  };
}

/** The verdicts on the capacity requirements, and the overall verdict. */
export function capacityVerdicts(plan: CapacityPlan, steps: readonly JudgedStep[]) {
  const judgement = judgeCapacity(steps);
  const outcomes = requirementOutcomes(steps, judgement, plan.objectives);
  const evidence = { missing: [], leftOut: [] };
  const verdicts = CAPACITY_REQUIREMENTS.map((id) => toVerdict(id, outcomes[id], evidence));
  return { judgement, verdicts };
}

const NO_ANSWER = 'no answer';

/** The number of sent requests, warm-up included. */
interface SentCounts {
  readonly byStatus: Readonly<Record<string, number>>;
  readonly byPlan: Readonly<Record<string, number>>;
  readonly byKey: ReadonlyMap<string, { requests: number; refusals: number }>;
  readonly created: number;
}

interface SentCounter {
  readonly add: (sample: Sample) => void;
  readonly counts: () => SentCounts;
}

function sentCounter(): SentCounter {
  const byStatus: Record<string, number> = {};
  const byPlan: Record<string, number> = {};
  const byKey = new Map<string, { requests: number; refusals: number }>();
  let created = 0;
  return {
    add: ({ status, key, op }) => {
      const name = status === 0 ? NO_ANSWER : String(status);
      const counts = byKey.get(key) ?? { requests: 0, refusals: 0 };
      byKey.set(key, counts);
      counts.requests += 1;
      if (status === 429) counts.refusals += 1;
      byStatus[name] = (byStatus[name] ?? 0) + 1;
      const plan = key.slice(0, key.indexOf('#'));
      byPlan[plan] = (byPlan[plan] ?? 0) + 1;
      if (op === 'create' && status === 201) created += 1;
    },
    counts: () => ({ byStatus, byPlan, byKey, created }),
  };
}
