import { scaleLinear, scaleLog } from 'd3-scale';
import { line, symbol, symbolCircle, symbolDiamond2, symbolSquare2 } from 'd3-shape';
import type { Estimate, JudgedStep, StepKind } from '../../capacity/result-schema.ts';
import { QUANTILES, stated } from '../../capacity/steps.ts';
import { interval, levelName, rate } from '../../capacity/words.ts';
import type { CapacityNumbers } from '../../result/result.ts';
import type { Status } from '../../result/status.ts';
import { count } from '../../text/count.ts';
import { AxisTitle, Chart, type Dot, Grid, Icon, INK, LEFT, RIGHT, rounded } from './chart.tsx';

const HEIGHT = 370;
/** Top and bottom of the plot: below the title, above the steps. */
const TOP = 55;
const BOTTOM = 296;
/** Horizontal offset between the marks of one step, with a shape for each, so that color is not the only difference. */
const MARKS = {
  p50: { aside: -6, shape: symbolCircle },
  p95: { aside: 0, shape: symbolDiamond2 },
  p99: { aside: 6, shape: symbolSquare2 },
} as const;

const TITLE = 'Latency, ms (logarithmic)';

const STATUSES = {
  within: 'passed',
  beyond: 'failed',
  open: 'inconclusive',
  invalid: 'skipped',
} as const satisfies Record<StepKind, Status>;

/** Latency against offered load, with the objectives, the projected peak and the knee. */
export function LatencyFigure({ steps, objectives, projection, knee }: CapacityNumbers) {
  const most = Math.max(projection.after.rps, ...steps.map(({ rps }) => rps));
  const x = scaleLinear([0, most * 1.06], [LEFT, RIGHT - 20]);
  const values = [
    ...stated(objectives).map(({ ms }) => ms),
    ...steps.flatMap(({ latency }) => QUANTILES.flatMap(({ name }) => [latency[name].from, latency[name].to ?? 0])),
  ].filter((value) => value > 0);
  const [low, high] = values.length === 0 ? [1, 10] : [Math.min(...values) / 1.4, Math.max(...values) * 1.4];
  const y = scaleLog([low, high], [BOTTOM, TOP]).clamp(true);
  const loads = [
    { words: `projected peak ${rate(projection.after.rps)}`, at: rounded(x(projection.after.rps)), y: TOP - 8 },
    ...(knee === null ? [] : [{ words: `knee ${rate(knee)}`, at: rounded(x(knee)), y: TOP - 23 }]),
  ];
  return (
    <Chart id="latency" title={TITLE} description={descriptionOf(steps)} height={HEIGHT}>
      <text x={0} y={14} {...INK.title}>
        {TITLE}
      </text>
      <Grid lines={decades(low, high).map((ms) => ({ y: y(ms), words: count(ms) }))} />
      {loads.map(({ words, at, y: top }) => (
        <g key={words}>
          <line x1={at} x2={at} y1={top - 8} y2={BOTTOM} {...INK.edge} />
          <text x={at - 5} y={top} text-anchor="end" {...INK.halo}>
            {words}
          </text>
        </g>
      ))}
      <line x1={LEFT} x2={RIGHT} y1={BOTTOM} y2={BOTTOM} {...INK.axis} />
      {stated(objectives).map(({ name, ms }) => (
        <g key={name}>
          <line x1={LEFT} x2={RIGHT} y1={rounded(y(ms))} y2={rounded(y(ms))} {...INK.plan} />
          <text x={LEFT + 4} y={rounded(y(ms) - 5)} {...INK.halo}>
            {`${name} ≤ ${count(ms)} ms`}
          </text>
        </g>
      ))}
      {QUANTILES.map(({ name }) => (
        <g key={name}>
          <path d={line<Dot>()(lineOf(steps, name, x, y)) ?? ''} {...INK.line} stroke-width={1} />
          {steps
            .filter(({ latency }) => latency[name].value > 0)
            .map((step) => (
              <Quantile key={step.level} name={name} step={step} at={x(step.rps)} y={y} />
            ))}
        </g>
      ))}
      {steps.map(({ level, rps, verdict }, index) => (
        <g key={level}>
          <g transform={`translate(${rounded(x(rps) - 7)} ${BOTTOM + 6})`}>
            <Icon status={STATUSES[verdict]} size={14} />
          </g>
          {isApart(steps, index, x) && (
            <text x={rounded(x(rps))} y={BOTTOM + 34} text-anchor="middle" {...INK.label}>
              {levelName(level)}
            </text>
          )}
        </g>
      ))}
      <AxisTitle y={HEIGHT - 8} words={`Offered load in % of the projected peak`} />
    </Chart>
  );
}

type Name = keyof typeof MARKS;
type Scale = (value: number) => number;

/** Through the valid steps. */
const lineOf = (steps: readonly JudgedStep[], name: Name, x: Scale, y: Scale): Dot[] =>
  steps
    .filter(({ verdict, latency }) => verdict !== 'invalid' && latency[name].value > 0)
    .map(({ rps, latency }) => [rounded(x(rps) + MARKS[name].aside), rounded(y(latency[name].value))]);

interface QuantileProps {
  readonly name: Name;
  readonly step: JudgedStep;
  readonly at: number;
  readonly y: Scale;
}

/** A mark with its interval: with an arrow if the upper end is unknown. */
function Quantile({ name, step: { latency, verdict }, at, y }: QuantileProps) {
  const { value, from, to }: Estimate = latency[name];
  const { aside, shape } = MARKS[name];
  const x = rounded(at + aside);
  const upper = to === null ? `V${TOP}m-3 5l3-5l3 5` : `V${rounded(y(to))}m-3 0h6`;
  return (
    <g>
      <path d={`M${rounded(x - 3)} ${rounded(y(from))}h6m-3 0${upper}`} {...INK.line} stroke-width={1.5} />
      <path
        d={symbol(shape, 60)() ?? ''}
        transform={`translate(${x} ${rounded(y(value))})`}
        {...(verdict === 'invalid' ? INK.hollow : INK.mark)}
      />
    </g>
  );
}

/** Names only steps that are far enough from the next one. */
const isApart = (steps: readonly JudgedStep[], index: number, x: Scale): boolean => {
  const [here, next] = [steps[index], steps[index + 1]];
  return here === undefined || next === undefined || x(next.rps) - x(here.rps) >= 36;
};

/** Grid values: 1, 2 and 5 of every decade; for many decades, only the powers of ten. */
function decades(least: number, most: number): number[] {
  const powers = Array.from({ length: 9 }, (_, index) => 10 ** (index - 2));
  const of = (factors: readonly number[]) =>
    powers.flatMap((power) => factors.map((factor) => factor * power)).filter((ms) => ms >= least && ms <= most);
  const all = of([1, 2, 5]);
  return all.length <= 8 ? all : of([1]);
}

const descriptionOf = (steps: readonly JudgedStep[]): string =>
  steps
    .map(
      ({ level, latency, verdict }) =>
        `${levelName(level)}: ${QUANTILES.map(({ name }) => `${name} ${interval(latency[name])} ms`).join(', ')}, ${verdict}.`,
    )
    .join(' ');
