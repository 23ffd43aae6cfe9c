import type { ComponentChildren } from 'preact';
import { BUSIER, type Estimate, type ProjectedPlan, percent, QUANTILES, stated } from '../../../capacity/index.ts';
import type { CapacityNumbers, Comparison } from '../../../result/result.ts';
import { offeredRps } from '../../capacity/table.ts';
import { isUnknown, levelName, measured, millis, rate } from '../../capacity/words.ts';
import { count } from '../../text/count.ts';
import { type Column, Prose, TableHead } from '../page/elements.tsx';
import { StatusBadge } from '../page/icon.tsx';
import { brief, moment } from '../text.ts';
import { STEP_STATUS } from './frame.tsx';

const STEP_HEADS = [
  'Load',
  'Offered',
  'Answered',
  'p50, ms',
  'p95, ms',
  'p99, ms',
  'Errors',
  'Generator late',
  'Verdict',
];

/** The result of each step, with its intervals and its reason. */
export function StepsTable({ capacity: { steps, objectives } }: { readonly capacity: CapacityNumbers }) {
  const wanted = [
    ...stated(objectives).map(({ name, ms }) => `${name} ≤ ${ms} ms`),
    `error rate ≤ ${percent(objectives.errorShare)}`,
  ];
  return (
    <table class="phases steps">
      <caption>{`Steps with 95 % intervals; the objectives are ${wanted.join(', ')}`}</caption>
      <NumberHead heads={STEP_HEADS} />
      {steps.map((step) => (
        <tbody key={step.level}>
          <tr>
            <th scope="row" class="number">
              {levelName(step.level)}
            </th>
            <NumberCell head={STEP_HEADS[1]}>{rate(offeredRps(step))}</NumberCell>
            <NumberCell head={STEP_HEADS[2]}>{rate(step.completedRps)}</NumberCell>
            {QUANTILES.map(({ name }, index) => {
              const head = STEP_HEADS[3 + index];
              return isUnknown(step.latency[name]) ? (
                <NumberCell key={name} head={head}>
                  –
                </NumberCell>
              ) : (
                <Measured key={name} head={head} estimate={step.latency[name]} show={millis} />
              );
            })}
            <Measured head={STEP_HEADS[6]} estimate={step.errors} show={percent} />
            <NumberCell head={STEP_HEADS[7]}>{lateness(step)}</NumberCell>
            <NumberCell head={STEP_HEADS[8]}>
              <StatusBadge status={STEP_STATUS[step.verdict]} words={step.verdict} />
            </NumberCell>
          </tr>
          {step.because.length > 0 && (
            <tr class="why">
              <td colSpan={STEP_HEADS.length}>
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

export function NumberHead({ heads }: { readonly heads: readonly string[] }) {
  return <TableHead columns={heads.map((head) => [head, 'number'])} />;
}

interface Props {
  /** The column head; on a narrow screen, the label of the number. */
  readonly head: string | undefined;
  /** Small text below the number. */
  readonly below?: string;
  readonly children: ComponentChildren;
}

export function NumberCell({ head, below, children }: Props) {
  return (
    <td class="number" data-head={head}>
      {children}
      {below !== undefined && <span class="interval">{below}</span>}
    </td>
  );
}

const COLUMNS: readonly Column[] = [['Offered'], ['What'], ['Before', 'number'], ['After', 'number'], ['Change']];

const WORDS = { higher: '▲ higher', lower: '▼ lower', '~': '~ may be chance' } as const;

/** Changes since an earlier run, for steps with the same rate. */
export function ComparisonTable({ comparison: { run, startedAt, changes } }: { readonly comparison: Comparison }) {
  return (
    <div class="plan" id="comparison">
      <h3>Compared with an earlier run</h3>
      <p class="summary">{`${brief(run, 100)}, ${brief(moment(startedAt), 60)}`}</p>
      {changes.length === 0 ? (
        <p>The runs have no valid step in common.</p>
      ) : (
        <table class="phases">
          <caption>Steps of the same rate; the difference is tested at 5 %</caption>
          <TableHead columns={COLUMNS} />
          <tbody>
            {changes.map(({ rps, name, before, after, change }) => (
              <tr key={`${rps} ${name}`}>
                <td>{rate(rps)}</td>
                <th scope="row">{name}</th>
                <td class="number">{measured(name, before)}</td>
                <td class="number">{measured(name, after)}</td>
                <td>{WORDS[change]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
