import { scaleLinear, scaleLog } from 'd3-scale';
import { line } from 'd3-shape';
import { QUANTILES, type QuantileName } from '../../capacity/objectives.ts';
import type { LatencyFigure as Figure } from '../../result/view/capacity-blocks.ts';
import { count } from '../../text/number-text.ts';
import { Chart, type Dot, grid, Icon, INK, LEFT, labelAt, RIGHT, rounded, shapesAt } from './chart.tsx';

const HEIGHT = 415;
/** The top of the plot, below the names of the loads, and its bottom, above the steps. */
const TOP = 95;
const BOTTOM = 336;
/** The vertical distance of the names of two loads, and the smallest horizontal distance of the names of two steps. */
const LOAD_GAP = 15;
const STEP_GAP = 48;
/** The horizontal offset and the shape of each mark of a step. The shapes differ, so that color is not the only difference. */
const MARKS = {
  p50: { aside: -6, shape: 'circle' },
  p95: { aside: 0, shape: 'diamond' },
  p99: { aside: 6, shape: 'square' },
} as const;

const LEGEND =
  'Circles: p50; diamonds: p95; squares: p99. Hollow: a step that says nothing. Bars: 95 % intervals, with an arrow where too few requests were sent to bound them. Vertical lines: the peaks, and the knee above which responses fall behind.';

export function LatencyFigure({ steps, objectives, loads }: Figure) {
  const x = scaleLinear([0, Math.max(...[...loads, ...steps].map(({ rps }) => rps)) * 1.06], [LEFT, RIGHT]);
  const values = [
    ...objectives.map(({ ms }) => ms),
    ...steps.flatMap(({ latency }) => QUANTILES.flatMap(({ name }) => [latency[name].from, latency[name].to ?? 0])),
  ].filter((value) => value > 0);
  const y = scaleLog([Math.min(...values) / 1.4, Math.max(...values) * 1.4], [BOTTOM, TOP]).clamp(true);
  // Each name is left of its line and above the earlier names, so that no line crosses a name.
  const places = loads.map(({ text, rps }, index) => ({ text, at: rounded(x(rps)), top: TOP - 6 - index * LOAD_GAP }));
  const labelled: FigureStep[] = [];
  for (const step of steps) if (x(step.rps) - x(labelled.at(-1)?.rps ?? -1e9) > STEP_GAP) labelled.push(step);
  const ticks = y.ticks().filter((ms) => /^0*[125]/.test(String(ms).replace('.', '')));
  return (
    <figure class="plan">
      <Chart id="latency" title="Latency, ms (logarithmic)" height={HEIGHT}>
        {grid(ticks.map((ms) => [y(ms), count(ms)]))}
        {places.map(({ text, at, top }) => [
          <line key={text} x1={at} x2={at} y1={top - 8} y2={BOTTOM} {...INK.edge} />,
          labelAt(text, top, Math.max(at - 5, 8 * text.length), { ...INK.halo, 'text-anchor': 'end' }),
        ])}
        <line x1={LEFT} x2={RIGHT} y1={BOTTOM} y2={BOTTOM} {...INK.axis} />
        {objectives.map(({ text, ms }) => [
          <line key={text} x1={LEFT} x2={RIGHT} y1={rounded(y(ms))} y2={rounded(y(ms))} {...INK.plan} />,
          labelAt(text, y(ms) - 5, LEFT + 4, INK.halo),
        ])}
        {QUANTILES.map(({ name }) => (
          <Quantile key={name} {...{ name, steps, x, y }} />
        ))}
        {steps.map(({ level, rps, status }) => (
          <Icon key={level} status={status} size={14} x={rounded(x(rps) - 7)} y={BOTTOM + 6} />
        ))}
        {labelled.flatMap(({ level, load, rps }) => [
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

type FigureStep = Figure['steps'][number];
type Scales = Readonly<Record<'x' | 'y', (value: number) => number>>;

/** The marks of a quantile, a line through the valid ones, and their intervals. An unknown upper end is an arrow. */
function Quantile({ name, steps, x, y }: Pick<Figure, 'steps'> & Scales & { readonly name: QuantileName }) {
  const { aside, shape } = MARKS[name];
  const measured = steps.filter(({ latency }) => latency[name].value > 0);
  const place = ({ rps, latency }: FigureStep): Dot => [rounded(x(rps) + aside), rounded(y(latency[name].value))];
  const valid = measured.filter(({ status }) => status !== 'skipped').map(place);
  const skipped = measured.filter(({ status }) => status === 'skipped').map(place);
  const bars = measured.map((step) => {
    const { from, to } = step.latency[name];
    const upper = to === null ? `V${TOP}m-3 5l3-5l3 5` : `V${rounded(y(to))}m-3 0h6`;
    return `M${rounded(place(step)[0] - 3)} ${rounded(y(from))}h6m-3 0${upper}`;
  });
  return (
    <g>
      <path d={`${line<Dot>()(valid) ?? ''}${bars.join('')}`} {...INK.line} stroke-width={1.2} />
      <path d={shapesAt(valid, shape)} {...INK.mark} />
      <path d={shapesAt(skipped, shape)} {...INK.hollow} />
    </g>
  );
}
