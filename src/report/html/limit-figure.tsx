import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import type { ComponentChildren } from 'preact';
import type { PlanSummary } from '../../result/view/plan-items.ts';
import { count } from '../../text/count.ts';
import { isOfBurst } from '../../text/phases.ts';
import { Chart, type Dot, distinct, Grid, INK, LEFT, labelAt, RIGHT, rounded, shapesAt } from './chart.tsx';
import type { Point } from './limit-points.ts';
import { slug } from './prose.tsx';

/** The place up to which the axis is wider, and the share of the time below which a burst gets a wider axis. */
const MIDDLE = 240;
const SHORT = 0.3;

const TOPS = { count: 26, remaining: 164 } as const;
const PANEL = 98;
const HEIGHT = 310;

/** Values of Reset that are drawn; of more, only the words below the figure tell. */
const RESETS = 6;

type Props = { readonly plan: PlanSummary; readonly points: readonly Point[] };

export function LimitFigure({ plan: { plan, numbers, excess }, points }: Props) {
  const { perWindow, windowSeconds, clockOffsetMs } = numbers;
  const { x, isWider, burst, ticks } = sceneOf(points);
  const most = points.reduce((greatest, { admitted }) => Math.max(greatest, admitted), 0);
  const y = scaleLinear([0, Math.max(perWindow * 1.25, most * 1.12)], [TOPS.count + PANEL, TOPS.count]);
  // Clamped, because an absurd value must not flatten the rest.
  const left = scaleLinear([0, perWindow * 1.06], [TOPS.remaining + PANEL, TOPS.remaining]).clamp(true);
  const marks = (fate: Point['fate'], value: 'admitted' | 'remaining'): Dot[] =>
    points
      .filter((point) => point.fate === fate && !Number.isNaN(point[value]))
      .map((point) => [x(point.at), (value === 'admitted' ? y : left)(point[value])]);
  const steps = distinct([[LEFT, y(0)], ...points.map((point): Dot => [x(point.at), y(point.admitted)])]);
  const limit = rounded(y(perWindow));
  const areaOver = (base: number, height: (dot: Dot) => number) =>
    area<Dot>().curve(curveStepAfter).y0(base).y1(height)(steps) ?? '';
  // After the first window it depends on the algorithm, which the specification leaves open.
  const expected = points
    .filter(({ at }) => at <= windowSeconds)
    .map(({ at, admitted }): Dot => [x(at), left(Math.max(0, perWindow - admitted))]);
  const step = line<Dot>().curve(curveStepAfter);
  // On our clock, with the middle of the offset.
  const offset = clockOffsetMs === null ? 0 : (clockOffsetMs.from + clockOffsetMs.to) / 2_000;
  const resets = [...new Set(points.map(({ reset }) => rounded(reset - offset)))].filter((at) => !Number.isNaN(at));
  const drawn = resets.map((at) => rounded(x(at))).filter((at) => at >= LEFT && at <= RIGHT);
  const edge = Math.min(RIGHT, rounded(x(windowSeconds)));
  const verticals = [
    ...(isWider ? [{ at: rounded(x(burst)), ink: INK.axis }] : []),
    ...(edge < RIGHT ? [{ at: edge, ink: INK.edge }] : []),
    ...(drawn.length > RESETS ? [] : drawn.map((at) => ({ at, ink: INK.reset }))),
  ];
  return (
    <Chart id={`figure-${slug(plan)}`} title={`${plan}: the experiment`} legend={LEGEND} height={HEIGHT}>
      <Panel
        title={`Admitted in the last ${windowSeconds} s (requests)`}
        top={TOPS.count}
        scale={y}
        {...{ edge, verticals }}
      >
        <path d={areaOver(TOPS.count + PANEL, ([, height]) => height)} {...INK.area} />
        {excess === 'fail' && <path d={areaOver(limit, ([, height]) => Math.min(limit, height))} {...INK.over} />}
        <path d={step(steps) ?? ''} {...INK.line} />
        <line x1={LEFT} x2={RIGHT} y1={limit} y2={limit} {...INK.plan} />
        <path d={shapesAt(marks('refused', 'admitted'), 'cross')} {...INK.refused} />
        <path d={shapesAt(marks('other', 'admitted'), 'diamond')} {...INK.other} />
      </Panel>
      <Panel title="X-RateLimit-Remaining (requests)" top={TOPS.remaining} scale={left} {...{ edge, verticals }}>
        <path d={step(distinct([[LEFT, left(perWindow)], ...expected])) ?? ''} {...INK.plan} stroke-width={1} />
        <path d={shapesAt(marks('admitted', 'remaining'), 'dot')} {...INK.dots} />
        <path d={shapesAt(marks('refused', 'remaining'), 'cross')} {...INK.refused} />
      </Panel>
      {ticks.map((tick) => labelAt(String(tick), HEIGHT - 28, x(tick)))}
      {labelAt(`Seconds since the first request${isWider ? '; the burst is drawn wider' : ''}`, HEIGHT - 8)}
    </Chart>
  );
}

interface PanelProps {
  readonly title: string;
  readonly top: number;
  readonly scale: ScaleLinear<number, number>;
  readonly edge: number;
  readonly verticals: readonly { readonly at: number; readonly ink: object }[];
  readonly children: ComponentChildren;
}

/** A panel with its title, the first window, grid lines, and the values of Reset. */
const Panel = ({ title, top, scale, edge, verticals, children }: PanelProps) => (
  <g>
    <text x={0} y={top - 10} {...INK.title}>
      {title}
    </text>
    <rect x={LEFT} y={top} width={rounded(edge - LEFT)} height={PANEL} {...INK.window} />
    <Grid lines={scale.ticks(3).map((tick) => ({ y: scale(tick), words: count(tick) }))} />
    {verticals.map(({ at, ink }) => (
      <line key={at} x1={at} x2={at} y1={top} y2={top + PANEL} {...ink} />
    ))}
    {children}
    <line x1={LEFT} x2={RIGHT} y1={top + PANEL} y2={top + PANEL} {...INK.axis} />
  </g>
);

/** The time axis. The burst takes a second of a minute, so it gets a wider part of it. */
function sceneOf(points: readonly Point[]) {
  const until = Math.max(points.at(-1)?.at ?? 0, 0.001) * 1.02;
  const burst = points.findLast(({ phase }) => isOfBurst(phase))?.at ?? 0;
  const isWider = burst > 0 && burst < SHORT * until;
  const x = isWider ? scaleLinear([0, burst, until], [LEFT, MIDDLE, RIGHT]) : scaleLinear([0, until], [LEFT, RIGHT]);
  const late = scaleLinear().domain([burst, until]).ticks(3);
  const early = scaleLinear().domain([0, burst]).ticks(3);
  return { x, isWider, burst, ticks: isWider ? [...early, ...late.filter((at) => x(at) > MIDDLE + 20)] : x.ticks(5) };
}

/** What the signs mean. Where more was admitted than the plan allows, the area is red. */
const LEGEND =
  'Line: admitted requests, at the times of their responses. Red area: more than the plan allows. Crosses: refused requests (429). Diamonds: another response, or none. Dots: X-RateLimit-Remaining of admitted requests. Dashed lines: the limit of the plan, and the expected X-RateLimit-Remaining. Shaded: the first window. Dashed vertical lines: the time in X-RateLimit-Reset.';
