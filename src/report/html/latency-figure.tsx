import { scaleLinear, scaleLog } from 'd3-scale';
import { line, symbol, symbolCircle, symbolDiamond2, symbolSquare2 } from 'd3-shape';
import { QUANTILES, type QuantileName } from '../../capacity/projection.ts';
import type { LatencyFigure as Figure } from '../../result/view/capacity-blocks.ts';
import { count } from '../../text/count.ts';
import { Chart, type Dot, Grid, Icon, INK, LEFT, labelAt, RIGHT, rounded } from './chart.tsx';

const HEIGHT = 415;
/** Top and bottom of the plot: below the names of the loads, above the steps. */
const TOP = 95;
const BOTTOM = 336;
/** Between the names of two loads, one above the other; between those of two steps, side by side. */
const LINE = 15;
const APART = 48;
/** Horizontal offset between the marks of one step, with a shape for each, so that color is not the only difference. */
const MARKS = {
  p50: { aside: -6, shape: symbolCircle },
  p95: { aside: 0, shape: symbolDiamond2 },
  p99: { aside: 6, shape: symbolSquare2 },
} as const;

const LEGEND =
  'Circles: p50; diamonds: p95; squares: p99. Hollow: a step that says nothing. Bars: 95 % intervals, with an arrow where too few requests were sent to bound them. Vertical lines: the peaks, and the knee above which responses fall behind.';

/** Latency against offered load, and what each step shows. */
export function LatencyFigure({ steps, objectives, loads }: Figure) {
  const x = scaleLinear([0, Math.max(...[...loads, ...steps].map(({ rps }) => rps)) * 1.06], [LEFT, RIGHT]);
  const values = [
    ...objectives.map(({ ms }) => ms),
    ...steps.flatMap(({ latency }) => QUANTILES.flatMap(({ name }) => [latency[name].from, latency[name].to ?? 0])),
  ].filter((value) => value > 0);
  const y = scaleLog([Math.min(...values) / 1.4, Math.max(...values) * 1.4], [BOTTOM, TOP]).clamp(true);
  const named: Step[] = [];
  for (const step of steps) if (x(step.rps) - x(named.at(-1)?.rps ?? -1e9) > APART) named.push(step);
  const ticks = y.ticks().filter((ms) => /^0*[125]/.test(String(ms).replace('.', '')));
  return (
    <figure class="plan">
      <Chart id="latency" title="Latency, ms (logarithmic)" height={HEIGHT}>
        <Grid lines={ticks.map((ms) => ({ y: y(ms), words: count(ms) }))} />
        {/* Left of its line and above those before it, so that no line crosses a name. */}
        {loads.map(({ text, rps }, index) => (
          <g key={text}>
            <line x1={rounded(x(rps))} x2={rounded(x(rps))} y1={TOP - 14 - index * LINE} y2={BOTTOM} {...INK.edge} />
            <text
              x={Math.max(rounded(x(rps) - 5), 8 * text.length)}
              y={TOP - 6 - index * LINE}
              text-anchor="end"
              {...INK.halo}
            >
              {text}
            </text>
          </g>
        ))}
        <line x1={LEFT} x2={RIGHT} y1={BOTTOM} y2={BOTTOM} {...INK.axis} />
        {objectives.map(({ text, ms }) => (
          <g key={text}>
            <line x1={LEFT} x2={RIGHT} y1={rounded(y(ms))} y2={rounded(y(ms))} {...INK.plan} />
            <text x={LEFT + 4} y={rounded(y(ms) - 5)} {...INK.halo}>
              {text}
            </text>
          </g>
        ))}
        {QUANTILES.map(({ name }) => (
          <Quantile key={name} {...{ name, steps, x, y }} />
        ))}
        {steps.map(({ level, rps, status }) => (
          <g key={level} transform={`translate(${rounded(x(rps) - 7)} ${BOTTOM + 6})`}>
            <Icon status={status} size={14} />
          </g>
        ))}
        {named.flatMap(({ level, load, rps }) => [
          labelAt(level, BOTTOM + 34, x(rps)),
          labelAt(load, BOTTOM + 49, x(rps)),
        ])}
        {labelAt('Offered load', HEIGHT - 8)}
      </Chart>
      <figcaption class="quiet">
        <ul>
          {steps.map(({ level, status, text }) => (
            <li key={level}>
              <Icon status={status} /> {text}
            </li>
          ))}
        </ul>
        <p>{LEGEND}</p>
      </figcaption>
    </figure>
  );
}

type Step = Figure['steps'][number];

interface QuantileProps extends Pick<Figure, 'steps'> {
  readonly name: QuantileName;
  readonly x: (rps: number) => number;
  readonly y: (milliseconds: number) => number;
}

/** A line through the valid steps, and a mark with its interval at each step: with an arrow if the upper end is unknown. */
function Quantile({ name, steps, x, y }: QuantileProps) {
  const { aside, shape } = MARKS[name];
  const measured = steps.filter(({ latency }) => latency[name].value > 0);
  const place = ({ rps, latency }: Step): Dot => [rounded(x(rps) + aside), rounded(y(latency[name].value))];
  const through = measured.filter(({ status }) => status !== 'skipped').map(place);
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
              {...(step.status === 'skipped' ? INK.hollow : INK.mark)}
            />
          </g>
        );
      })}
    </g>
  );
}
