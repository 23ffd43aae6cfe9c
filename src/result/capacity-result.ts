import { objectiveTexts } from '../capacity/objectives.ts';
import { k6RecordsOf } from '../exchange/journal/k6-records.ts';
import type { CapacityPlan } from '../exchange/records/capacity-record.ts';
import { configOption } from '../exchange/trace.ts';
import type { FailOn } from '../spec/requirement.ts';
import { type CapacityReader, capacityVerdicts } from '../verdicts/judge-capacity.ts';
import { buildResult } from './build-result.ts';
import type { Result } from './result.ts';

export function capacityResult(reader: CapacityReader, failOn: readonly FailOn[]): Result {
  const { head, plan, end, ends } = reader.recorded();
  const steps = reader.steps();
  const { capacity, verdicts } = capacityVerdicts(plan, steps);
  const load = k6RecordsOf(ends);
  const trace = { head, exchanges: [], skips: [], end, ...(load === undefined ? {} : { load }) };
  const { byStatus, byPlan, created } = reader.sent();
  const sent = Object.values(byPlan).reduce((sum, count) => sum + count, 0);
  const result = buildResult(trace, { verdicts }, failOn);
  const [, file = 'storecheck.yaml'] = configOption(head.settings);
  return {
    ...result,
    requirements: result.requirements.map((row) => ({ ...row, ...ownQuote(row.id, plan, file) })),
    requests: { planned: head.planned, sent, byStatus, byPlan, unplanned429: byStatus['429'] ?? 0 },
    capacity: {
      ...capacity,
      ...plan,
      steps,
      notOffered: plan.steps.flatMap(({ level }) => (steps.some((step) => step.level === level) ? [] : [level])),
      created,
    },
  };
}

const PEAK = 'customers × share active at the peak × share of their limit they use × limit per minute ÷ 60';

/** The quote of a requirement that the specification does not state: the projection or an objective. */
function ownQuote(id: string, { objectives }: CapacityPlan, file: string) {
  if (id === 'capacity.offered-load') return { clause: 'projection', quote: PEAK, source: 'your customers and limits' };
  const kind = ({ 'capacity.latency': 'latency', 'capacity.errors': 'errors' } as const)[id];
  if (kind === undefined) return {};
  return { clause: 'objective', quote: objectiveTexts(objectives)[kind], source: file };
}
