import { line, type SymbolType, symbol, symbolCircle, symbolDiamond2, symbolSquare2 } from 'd3-shape';
import { QUANTILES, type QuantileName, stated } from '../../../capacity/objectives.ts';
import type { Estimate } from '../../../exchange/records/capacity-record.ts';
import type { CapacityNumbers } from '../../../result/result.ts';
import { count } from '../../../text/count.ts';
import { interval, levelName } from '../../capacity/words.ts';
import { Chart, Grid } from '../figure/chart.tsx';
import { INK } from '../figure/ink.ts';
import { rounded } from '../figure/layout.ts';
import { BOTTOM, HEIGHT, LEFT, latencyScale, RIGHT, type Scene, TOP } from './scene.ts';
import { Loads, Steps } from './steps.tsx';

/** Horizontal offset between the marks of one step. */
const ASIDE = { p50: -6, p95: 0, p99: 6 } as const satisfies Record<QuantileName, number>;

const TITLE = 'Latency, ms (logarithmic)';

interface FigureProps {
  readonly scene: Scene;
  readonly capacity: CapacityNumbers;
}

/** Latency against offered load, with the objectives, the projected peaks and the knee. */
export function LatencyFigure({ scene, capacity }: FigureProps) {
  const { steps, objectives } = capacity;
  const y = latencyScale(capacity);
  const [least = 1, most = 1] = y.domain();
  const last = steps.findLast(({ verdict }) => verdict !== 'invalid') ?? steps.at(-1);
  const ends = apart(QUANTILES.map(({ name }) => y(last?.latency[name].value ?? least)));
  return (
    <Chart id="latency" title={TITLE} description={descriptionOf(capacity)} height={HEIGHT}>
      <text x={0} y={16} {...INK.title}>
        {TITLE}
      </text>
      <Grid left={LEFT} right={RIGHT} lines={decades(least, most).map((ms) => ({ y: y(ms), words: count(ms) }))} />
      <Loads scene={scene} />
      <line x1={LEFT} x2={RIGHT} y1={BOTTOM} y2={BOTTOM} {...INK.axis} />
      <text x={(LEFT + RIGHT) / 2} y={HEIGHT - 6} text-anchor="middle" {...INK.label}>
        Offered load, requests/s
      </text>
      {stated(objectives).map(({ name, ms }) => (
        <g key={name}>
          <line x1={LEFT} x2={RIGHT} y1={rounded(y(ms))} y2={rounded(y(ms))} {...INK.plan} />
          <text x={LEFT + 4} y={rounded(y(ms) - 5)} {...INK.halo}>
            {`${name} ≤ ${count(ms)} ms`}
          </text>
        </g>
      ))}
      {QUANTILES.map(({ name }, index) => (
        <g key={name}>
          <QuantileLine
            name={name}
            points={steps.map(({ rps, latency, verdict }) => ({
              x: rounded(scene.x(rps) + ASIDE[name]),
              estimate: latency[name],
              isValid: verdict !== 'invalid',
            }))}
            y={(ms) => rounded(y(Math.max(ms, least)))}
          />
          <text
            x={rounded(Math.min(RIGHT, scene.x(last?.rps ?? 0)) + 14)}
            y={rounded(Math.min(BOTTOM, ends[index] ?? TOP) + 4)}
            {...INK.halo}
          >
            {name}
          </text>
        </g>
      ))}
      <Steps scene={scene} steps={steps} />
    </Chart>
  );
}

/** Grid values: 1, 2 and 5 of every decade; for many decades, only the powers of ten. */
function decades(least: number, most: number): number[] {
  const powers = Array.from({ length: 9 }, (_, index) => 10 ** (index - 2));
  const of = (factors: readonly number[]) =>
    powers.flatMap((power) => factors.map((factor) => factor * power)).filter((ms) => ms >= least && ms <= most);
  const all = of([1, 2, 5]);
  return all.length <= 8 ? all : of([1]);
}

function descriptionOf({ steps }: CapacityNumbers): string {
  return steps
    .map(
      ({ level, latency, verdict }) =>
        `${levelName(level)}: ${QUANTILES.map(({ name }) => `${name} ${interval(latency[name])} ms`).join(', ')}, ${verdict}.`,
    )
    .join(' ');
}

/** Minimum distance between two labels. */
const LINE = 14;

/** Moves labels apart so that they are readable, in the same order from bottom to top. */
function apart(heights: readonly number[]): number[] {
  const placed: number[] = [];
  for (const height of heights) placed.push(Math.min(height, (placed.at(-1) ?? Number.POSITIVE_INFINITY) - LINE));
  return placed;
}

/** One step's estimate with its position. */
interface Placed {
  readonly x: number;
  readonly estimate: Estimate;
  readonly isValid: boolean;
}

interface LineProps {
  readonly name: QuantileName;
  readonly points: readonly Placed[];
  readonly y: (ms: number) => number;
}

/** A shape for each quantile, so that color is not the only difference. */
const SHAPES = { p50: symbolCircle, p95: symbolDiamond2, p99: symbolSquare2 } as const satisfies Record<
  QuantileName,
  SymbolType
>;

const SIZE = 60;

/** One quantile: a mark with its interval for each step, and a line through valid steps. */
function QuantileLine({ name, points: all, y }: LineProps) {
  // A step without a response has no measurement.
  const points = all.filter(({ estimate }) => estimate.value > 0);
  const mark = symbol(SHAPES[name], SIZE)() ?? '';
  const joined = line<Placed>()
    .defined(({ isValid }) => isValid)
    .x(({ x }) => x)
    .y(({ estimate }) => y(estimate.value));
  return (
    <g>
      <path d={joined(points) ?? ''} {...INK.thread} />
      {points.map(({ x, estimate, isValid }) => (
        <g key={x}>
          <path d={bar(x, y(estimate.from), estimate.to === null ? undefined : y(estimate.to))} {...INK.bar} />
          <path d={mark} transform={`translate(${x} ${y(estimate.value)})`} {...(isValid ? INK.mark : INK.hollow)} />
        </g>
      ))}
    </g>
  );
}

/** An interval with caps, or with an arrow if the upper end is unknown. */
function bar(x: number, from: number, to: number | undefined): string {
  const upper = to === undefined ? `V${TOP}m-3 5l3-5l3 5` : `V${to}m-3 0h6`;
  return `M${x - 3} ${from}h6m-3 0${upper}`;
}
