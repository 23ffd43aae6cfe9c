import {
  CAPACITY_REQUIREMENTS,
  type CapacityPlan,
  collectStep,
  figuresOf,
  type JudgedStep,
  judgeCapacity,
  judgeStep,
  requirementOutcomes,
  type StepCollector,
} from '../capacity/index.ts';
import type { CapacityConfig, JournalRecord, LoadConfig } from '../exchange/index.ts';
import { requirement } from '../spec/requirements/index.ts';
import { toVerdict } from '../verdict/judge.ts';
import type { Verdict } from '../verdict/verdict.ts';

/** Follows a capacity run record by record, while it is recorded or when its journal is read again: the same verdict both times. */
export interface CapacityReader {
  /** Gives the step that ends with this record. */
  readonly see: (record: JournalRecord) => JudgedStep | undefined;
  readonly plan: () => CapacityPlan | undefined;
  readonly steps: () => readonly JudgedStep[];
  /** How many requests were sent in all, warm-up included. */
  readonly sent: () => SentCounts;
}

export interface SentCounts {
  readonly byStatus: Readonly<Record<string, number>>;
  readonly byPlan: Readonly<Record<string, number>>;
  readonly byKey: ReadonlyMap<string, { requests: number; refusals: number }>;
  readonly created: number;
}

export function capacityReader(): CapacityReader {
  let plan: CapacityPlan | undefined;
  let open: StepCollector | undefined;
  const steps: JudgedStep[] = [];
  const byStatus: Record<string, number> = {};
  const byPlan: Record<string, number> = {};
  const byKey = new Map<string, { requests: number; refusals: number }>();
  let created = 0;

  const see: CapacityReader['see'] = (record) => {
    if (!('kind' in record)) return undefined;
    if (record.kind === 'sample') {
      const { status, key, op } = record;
      const name = status === 0 ? 'no answer' : String(status);
      const counts = byKey.get(key) ?? { requests: 0, refusals: 0 };
      byKey.set(key, counts);
      counts.requests += 1;
      if (status === 429) counts.refusals += 1;
      byStatus[name] = (byStatus[name] ?? 0) + 1;
      const group = key.slice(0, key.indexOf('#'));
      byPlan[group] = (byPlan[group] ?? 0) + 1;
      if (op === 'create' && status === 201) created += 1;
    }
    if (record.kind === 'capacity') plan = record.plan as CapacityPlan;
    else if (record.kind === 'start' && isCapacity(record.config)) open = collectStep(record.config.step);
    else if (record.kind === 'sample' || record.kind === 'lag') open?.add(record);
    else if (record.kind === 'load-end' && plan !== undefined && open !== undefined) {
      const problems = record.problems.map(({ message }) => message);
      const judged = judgeStep(figuresOf(open.evidence(), record.busy ?? null), plan.objectives, problems);
      open = undefined;
      steps.push(judged);
      return judged;
    }
    return undefined;
  };
  return { see, plan: () => plan, steps: () => steps, sent: () => ({ byStatus, byPlan, byKey, created }) };
}

const isCapacity = (config: LoadConfig): config is CapacityConfig => 'step' in config;

/** The verdicts on the capacity requirements, and the one answer. */
export function capacityVerdicts(plan: CapacityPlan, steps: readonly JudgedStep[]) {
  const judgement = judgeCapacity(steps);
  const outcomes = requirementOutcomes(steps, judgement, plan.objectives);
  const evidence = { answered: [], missing: [], leftOut: [] };
  const verdicts = CAPACITY_REQUIREMENTS.map(
    (id): Verdict => toVerdict(requirement(id), outcomes[id], evidence, false),
  );
  return { judgement, verdicts };
}
