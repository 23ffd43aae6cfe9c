import { millis, percent } from '../../../capacity/judge-step.ts';
import { QUANTILES, stated } from '../../../capacity/objectives.ts';
import { moreActive } from '../../../capacity/projection.ts';
import type { JudgedStep } from '../../../capacity/result-schema.ts';
import type { Estimate, ProjectedPlan } from '../../../exchange/records/capacity-record.ts';
import type { CapacityNumbers } from '../../../result/result.ts';
import { count } from '../../../text/count.ts';
import { answeredRps, limitText, offeredText } from '../../capacity/table.ts';
import { isUnknown, levelName, rate } from '../../capacity/words.ts';
import { Prose } from '../page/elements.tsx';
import { StatusBadge } from '../page/icon.tsx';
import { Annotated, Table } from '../page/table.tsx';
import { brief } from '../text.ts';
import { STEP_STATUS } from './steps.tsx';

/** The result of each step, with its intervals and its reason. */
export function StepsTable({ capacity: { steps, objectives } }: { readonly capacity: CapacityNumbers }) {
  const wanted = [
    ...stated(objectives).map(({ name, ms }) => `${name} ≤ ${ms} ms`),
    `error rate ≤ ${percent(objectives.errorShare)}`,
  ];
  return (
    <Table
      caption={`Steps with 95 % intervals; the objectives are ${wanted.join(', ')}`}
      rows={steps}
      columns={[
        { head: 'Load', cell: ({ level }) => levelName(level) },
        { head: 'Offered', cell: offeredText },
        { head: 'Answered', cell: (step) => rate(answeredRps(step)) },
        ...QUANTILES.map(({ name }) => ({
          head: `${name}, ms`,
          cell: ({ latency }: JudgedStep) => (isUnknown(latency[name]) ? '–' : withInterval(latency[name], millis)),
        })),
        { head: 'Errors', cell: ({ errors }) => withInterval(errors, percent) },
        { head: 'Generator late', cell: lateness },
        { head: 'Verdict', cell: ({ verdict }) => <StatusBadge status={STEP_STATUS[verdict]} words={verdict} /> },
      ]}
      note={({ because }) => (because.length === 0 ? undefined : <Prose text={because.join('; ')} />)}
    />
  );
}

const withInterval = ({ value, from, to }: Estimate, show: (value: number) => string) => (
  <Annotated value={show(value)} below={`${show(from)} – ${to === null ? '?' : show(to)}`} />
);

/** The p99 of the generator's lateness, and the CPU load of the machine. */
function lateness({ lateP99, lagP99, busy }: CapacityNumbers['steps'][number]): string {
  const late = [
    ...(lagP99 === null ? [] : [`timers ${millis(lagP99)} ms`]),
    ...(lateP99 === null ? [] : [`requests ${millis(lateP99)} ms`]),
  ];
  return [...(late.length === 0 ? ['not measured'] : late), ...(busy === null ? [] : [`${percent(busy)} busy`])].join(
    ', ',
  );
}

export function ProjectionTable({ projection }: Pick<CapacityNumbers, 'projection'>) {
  const { plans, before, after, busier } = projection;
  const sums: readonly ProjectionRow[] = [
    { name: 'Sum', before, after },
    { name: `If ${moreActive(projection)}`, after: busier },
  ];
  return (
    <div class="plan" id="projection">
      <h3>Projection</h3>
      <p class="summary">Customers × share active × use × limit, by plan.</p>
      <Table
        caption="Requests/s at the peak"
        rows={[...plans.map((plan): ProjectionRow => ({ ...plan, name: brief(plan.plan, 40), plan })), ...sums]}
        columns={[
          { head: 'Plan', classes: 'text', cell: ({ name }) => name },
          { head: 'Customers', cell: ({ plan }) => plan && count(plan.subscribers) },
          { head: 'Active at the peak', cell: ({ plan }) => plan && percent(plan.activeAtPeak) },
          { head: 'Use of their limit', cell: ({ plan }) => plan && percent(plan.use) },
          { head: 'Requests/min', cell: ({ plan }) => plan && limitText(plan) },
          { head: 'Today', cell: (row) => row.before && rate(row.before.rps) },
          { head: 'After', cell: (row) => rate(row.after.rps) },
        ]}
      />
    </div>
  );
}

/** A plan, or a sum over all of them. */
type ProjectionRow = Pick<ProjectedPlan, 'after'> &
  Partial<Pick<ProjectedPlan, 'before'>> & { readonly name: string; readonly plan?: ProjectedPlan };
