import { scaleLinear, scaleLog } from 'd3-scale';
import { line, symbol, symbolCircle, symbolDiamond2, symbolSquare2 } from 'd3-shape';
import { QUANTILES, type QuantileName, stated } from '../../capacity/projection.ts';
import type { JudgedStep, StepVerdict } from '../../capacity/result-schema.ts';
import { levelName, rate } from '../../capacity/words.ts';
import type { CapacityNumbers } from '../../result/result.ts';
import type { Status } from '../../result/view/rows.ts';
import { count } from '../../text/count.ts';
import { Chart, type Dot, Grid, Icon, INK, LEFT, labelAt, RIGHT, rounded } from './chart.tsx';

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
const LEGEND =
  'Circles: p50; diamonds: p95; squares: p99. Hollow: a step that says nothing. Bars: 95 % intervals, with an arrow where too few requests were sent to bound them.';

const STATUSES = {
  within: 'passed',
  beyond: 'failed',
  open: 'inconclusive',
  invalid: 'skipped',
} as const satisfies Record<StepVerdict, Status>;

export function LatencyFigure({ steps, objectives, projection, knee }: CapacityNumbers) {
  const peak = projection.after.rps;
  const x = scaleLinear([0, Math.max(peak, ...steps.map(({ rps }) => rps)) * 1.06], [LEFT, RIGHT - 20]);
  const values = [
    ...stated(objectives).map(({ ms }) => ms),
    ...steps.flatMap(({ latency }) => QUANTILES.flatMap(({ name }) => [latency[name].from, latency[name].to ?? 0])),
  ].filter((value) => value > 0);
  const y = scaleLog([Math.min(...values) / 1.4, Math.max(...values) * 1.4], [BOTTOM, TOP]).clamp(true);
  const ticks = y.ticks().filter((ms) => /^0*[125]/.test(String(ms).replace('.', '')));
  // The text of the peak is drawn over the line of the knee.
  const loads = [
    ...(knee === null ? [] : [{ words: `knee ${rate(knee)}`, at: rounded(x(knee)), top: TOP - 23 }]),
    { words: `projected peak ${rate(peak)}`, at: rounded(x(peak)), top: TOP - 8 },
  ];
  return (
    <Chart id="latency" title={TITLE} legend={LEGEND} height={HEIGHT}>
      <text x={0} y={14} {...INK.title}>
        {TITLE}
      </text>
      <Grid lines={ticks.map((ms) => ({ y: y(ms), words: count(ms) }))} />
      {loads.map(({ words, at, top }) => (
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
        <Quantile key={name} {...{ name, steps, x, y }} />
      ))}
      {steps.map(({ level, rps, verdict }) => (
        <g key={level}>
          <g transform={`translate(${rounded(x(rps) - 7)} ${BOTTOM + 6})`}>
            <Icon status={STATUSES[verdict]} size={14} />
          </g>
          {labelAt(levelName(level), BOTTOM + 34, x(rps))}
        </g>
      ))}
      {labelAt('Offered load in % of the projected peak', HEIGHT - 8)}
    </Chart>
  );
}

interface QuantileProps extends Pick<CapacityNumbers, 'steps'> {
  readonly name: QuantileName;
  readonly x: (rps: number) => number;
  readonly y: (milliseconds: number) => number;
}

/** A line through the valid steps, and a mark with its interval at each step: with an arrow if the upper end is unknown. */
function Quantile({ name, steps, x, y }: QuantileProps) {
  const { aside, shape } = MARKS[name];
  const measured = steps.filter(({ latency }) => latency[name].value > 0);
  const place = ({ rps, latency }: JudgedStep): Dot => [rounded(x(rps) + aside), rounded(y(latency[name].value))];
  const through = measured.filter(({ verdict }) => verdict !== 'invalid').map(place);
  return (
    <g>
      <path d={line<Dot>()(through) ?? ''} {...INK.line} stroke-width={1} />
      {measured.map((step) => {
        const { from, to } = step.latency[name];
        const [at, height] = place(step);
        const upper = to === null ? `V${TOP}m-3 5l3-5l3 5` : `V${rounded(y(to))}m-3 0h6`;
        return (
          <g key={step.level}>
            <path d={`M${rounded(at - 3)} ${rounded(y(from))}h6m-3 0${upper}`} {...INK.line} stroke-width={1.5} />
            <path
              d={symbol(shape, 60)() ?? ''}
              transform={`translate(${at} ${height})`}
              {...(step.verdict === 'invalid' ? INK.hollow : INK.mark)}
            />
          </g>
        );
      })}
    </g>
  );
}
