import { type Estimate, percent, QUANTILES, stated } from '../../../capacity/index.ts';
import type { CapacityNumbers } from '../../../result/result.ts';
import { offeredRps } from '../../capacity/table.ts';
import { levelName, millis, rate } from '../../capacity/words.ts';
import { StatusBadge } from '../page/icon.tsx';
import { Prose } from '../page/prose.tsx';
import { NumberCell, NumberHead } from './number-table.tsx';
import { STEP_STATUS } from './step-status.ts';

const HEADS = ['Load', 'Offered', 'Answered', 'p50, ms', 'p95, ms', 'p99, ms', 'Errors', 'Generator late', 'Verdict'];

/** The result of each step, with its intervals and its reason. */
export function StepsTable({ capacity: { steps, objectives } }: { readonly capacity: CapacityNumbers }) {
  const wanted = [
    ...stated(objectives).map(({ name, ms }) => `${name} ≤ ${ms} ms`),
    `error rate ≤ ${percent(objectives.errorShare)}`,
  ];
  return (
    <table class="phases steps">
      <caption>{`Steps with 95 % intervals; the objectives are ${wanted.join(', ')}`}</caption>
      <NumberHead heads={HEADS} />
      {steps.map((step) => (
        <tbody key={step.level}>
          <tr>
            <th scope="row" class="number">
              {levelName(step.level)}
            </th>
            <NumberCell head={HEADS[1]}>{rate(offeredRps(step))}</NumberCell>
            <NumberCell head={HEADS[2]}>{rate(step.completedRps)}</NumberCell>
            {QUANTILES.map(({ name }, index) => (
              <Measured key={name} head={HEADS[3 + index]} estimate={step.latency[name]} show={millis} />
            ))}
            <Measured head={HEADS[6]} estimate={step.errors} show={percent} />
            <NumberCell head={HEADS[7]}>{lateness(step)}</NumberCell>
            <NumberCell head={HEADS[8]}>
              <StatusBadge status={STEP_STATUS[step.verdict]} words={step.verdict} />
            </NumberCell>
          </tr>
          {step.because.length > 0 && (
            <tr class="why">
              <td colSpan={HEADS.length}>
                <Prose text={step.because.join('; ')} />
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  );
}

interface MeasuredProps {
  readonly head: string | undefined;
  readonly estimate: Estimate;
  readonly show: (value: number) => string;
}

function Measured({ head, estimate: { value, from, to }, show }: MeasuredProps) {
  return (
    <NumberCell head={head} below={`${show(from)} – ${to === null ? '?' : show(to)}`}>
      {show(value)}
    </NumberCell>
  );
}

/** The p99 of the generator's lateness, and the CPU load of the machine. */
function lateness({ lateP99, lagP99, busy }: CapacityNumbers['steps'][number]): string {
  const late = [lateP99, lagP99].filter((ms) => ms !== null);
  return [
    late.length === 0 ? 'not measured' : `${millis(Math.max(...late))} ms`,
    ...(busy === null ? [] : [`${percent(busy)} busy`]),
  ].join(', ');
}
