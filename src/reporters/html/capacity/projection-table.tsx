import { BUSIER, type ProjectedPlan, percent } from '../../../capacity/index.ts';
import type { CapacityNumbers } from '../../../result/result.ts';
import { rate } from '../../capacity/words.ts';
import { count } from '../../text/count.ts';
import { brief } from '../text.ts';
import { NumberCell, NumberHead } from './number-table.tsx';

type Stated = ProjectedPlan['changed'];

const HEADS = ['Plan', 'Customers', 'Active at the peak', 'Use of their limit', 'Requests/min', 'Today', 'After'];

/** The projection: every number with its origin. */
export function ProjectionTable({ projection }: Pick<CapacityNumbers, 'projection'>) {
  const { plans, before, after, busier } = projection;
  return (
    <div class="plan" id="projection">
      <h3>Projection</h3>
      <p class="summary">Customers × share active × use × limit, by plan; each number with its origin.</p>
      <table class="phases steps">
        <caption>Requests/s at the peak</caption>
        <NumberHead heads={HEADS} />
        <tbody>
          {plans.map((plan) => (
            <tr key={plan.plan}>
              <th scope="row">{brief(plan.plan, 40)}</th>
              <StatedCell head={HEADS[1]} number={plan.subscribers} show={count} />
              <StatedCell head={HEADS[2]} number={plan.activeAtPeak} show={percent} />
              <StatedCell head={HEADS[3]} number={plan.use} show={percent} />
              <Limit head={HEADS[4]} plan={plan} />
              <NumberCell head={HEADS[5]}>{rate(plan.before.rps)}</NumberCell>
              <NumberCell head={HEADS[6]}>{rate(plan.after.rps)}</NumberCell>
            </tr>
          ))}
          <tr class="sum">
            <th scope="row">All</th>
            <td colSpan={4} class="note" />
            <NumberCell head={HEADS[5]}>{rate(before.rps)}</NumberCell>
            <NumberCell head={HEADS[6]}>{rate(after.rps)}</NumberCell>
          </tr>
          <tr>
            <th scope="row" colSpan={6}>{`If ${percent(BUSIER - 1)} more customers are active`}</th>
            <NumberCell head={HEADS[6]}>{rate(busier.rps)}</NumberCell>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

interface StatedCellProps {
  readonly head: string | undefined;
  readonly number: Stated;
  readonly show: (value: number) => string;
}

function StatedCell({ head, number: { value, origin }, show }: StatedCellProps) {
  return (
    <NumberCell head={head} below={brief(origin, 100)}>
      {show(value)}
    </NumberCell>
  );
}

function Limit({
  head,
  plan: { perMinute, changed },
}: Pick<StatedCellProps, 'head'> & { readonly plan: ProjectedPlan }) {
  if (perMinute === undefined || perMinute.value === changed.value)
    return <StatedCell head={head} number={changed} show={count} />;
  return (
    <NumberCell head={head} below={`${brief(perMinute.origin, 100)} → ${brief(changed.origin, 100)}`}>
      {`${count(perMinute.value)} → ${count(changed.value)}`}
    </NumberCell>
  );
}
