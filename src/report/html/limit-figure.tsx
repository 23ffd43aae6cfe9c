import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import { isOfBurst } from '../../exchange/phases.ts';
import type { Point } from '../../result/view/limit-points.ts';
import type { PlanSummary } from '../../result/view/plan-items.ts';
import { count } from '../../text/number-text.ts';
import { Chart, type Dot, distinct, grid, INK, LEFT, labelAt, RIGHT, rounded, shapesAt } from './chart.tsx';
import { slug } from './prose.tsx';

/** Where the wider part of the time axis ends. A burst gets one if it takes less than SHORT_SHARE of the time. */
const MIDDLE = 240;
const SHORT_SHARE = 0.3;

/** The top of a plot, below its title, and its bottom, above the time axis. */
const TOP = 26;
const BOTTOM = 186;
const HEIGHT = 228;

/** Maximum values of Reset that are drawn. If there are more, only the table shows them. */
const MAX_RESETS = 5;

type Props = { readonly plan: PlanSummary; readonly points: readonly Point[] };

export function LimitFigure({ plan: { plan, numbers, excess }, points }: Props) {
  const { perWindow, windowSeconds } = numbers;
  const scene = sceneOf(points, windowSeconds);
  const { x } = scene;
  const id = `figure-${slug(plan)}`;
  const highest = points.reduce((greatest, { admitted }) => Math.max(greatest, admitted), 0);
  const y = scaleLinear([0, Math.max(perWindow * 1.25, highest * 1.12)], [BOTTOM, TOP]);
  // Clamped, because an absurd value must not flatten the rest.
  const yRemaining = scaleLinear([0, perWindow * 1.06], [BOTTOM, TOP]).clamp(true);
  const marks = (decision: Point['decision'], value: 'admitted' | 'remaining'): Dot[] =>
    points
      .filter((point) => point.decision === decision && !Number.isNaN(point[value]))
      .map((point) => [x(point.at), (value === 'admitted' ? y : yRemaining)(point[value])]);
  const steps = distinct([[LEFT, y(0)], ...points.map((point): Dot => [x(point.at), y(point.admitted)])]);
  const limit = rounded(y(perWindow));
  const areaOver = (base: number, height: (dot: Dot) => number) =>
    area<Dot>().curve(curveStepAfter).y0(base).y1(height)(steps) ?? '';
  // After the first window, the expected Remaining depends on the algorithm, which the specification leaves open.
  const expected = points
    .filter(({ at }) => at <= windowSeconds)
    .map(({ at, admitted }): Dot => [x(at), yRemaining(Math.max(0, perWindow - admitted))]);
  const step = line<Dot>().curve(curveStepAfter);
  return (
    <figure>
      <Panel id={`${id}-admitted`} title={`Admitted in the last ${windowSeconds} s (requests)`} scale={y} scene={scene}>
        <path d={areaOver(BOTTOM, ([, height]) => height)} {...INK.area} />
        {excess === 'fail' && <path d={areaOver(limit, ([, height]) => Math.min(limit, height))} {...INK.over} />}
        <path d={step(steps) ?? ''} {...INK.line} />
        <line x1={LEFT} x2={RIGHT} y1={limit} y2={limit} {...INK.plan} />
        <path d={shapesAt(marks('refused', 'admitted'), 'cross')} {...INK.refused} />
        <path d={shapesAt(marks('other', 'admitted'), 'diamond')} {...INK.other} />
      </Panel>
      <Panel id={`${id}-remaining`} title="X-RateLimit-Remaining (requests)" scale={yRemaining} scene={scene}>
        <path d={step(distinct([[LEFT, yRemaining(perWindow)], ...expected])) ?? ''} {...INK.plan} stroke-width={1} />
        <path d={shapesAt(marks('admitted', 'remaining'), 'dot')} {...INK.dots} />
        <path d={shapesAt(marks('refused', 'remaining'), 'cross')} {...INK.refused} />
        {scene.resets.map(({ text, at }) => labelAt(text, TOP - 5, at))}
      </Panel>
      <figcaption class="quiet">{LEGEND}</figcaption>
    </figure>
  );
}

type PanelProps = Omit<Parameters<typeof Chart>[0], 'height'> & {
  readonly scale: ScaleLinear<number, number>;
  readonly scene: ReturnType<typeof sceneOf>;
};

const Panel = ({ id, title, scale, scene: { x, edge, verticals, ticks, isWider }, children }: PanelProps) => (
  <Chart id={id} title={title} height={HEIGHT}>
    <rect x={LEFT} y={TOP} width={rounded(edge - LEFT)} height={BOTTOM - TOP} {...INK.window} />
    {grid(scale.ticks(4).map((tick) => [scale(tick), count(tick)]))}
    {verticals.map(({ at, ink }) => (
      <line key={at} x1={at} x2={at} y1={TOP} y2={BOTTOM} {...ink} />
    ))}
    {children}
    <line x1={LEFT} x2={RIGHT} y1={BOTTOM} y2={BOTTOM} {...INK.axis} />
    {ticks.map((tick) => labelAt(String(tick), BOTTOM + 16, x(tick)))}
    {labelAt(`Seconds since the first request${isWider ? '; the burst is drawn wider' : ''}`, HEIGHT - 8)}
  </Chart>
);

/** The time axis and the moments on it. A burst takes about a second of a minute, so it gets a wider part of the axis. */
function sceneOf(points: readonly Point[], windowSeconds: number) {
  const until = Math.max(points.at(-1)?.at ?? 0, 0.001) * 1.02;
  const burst = points.findLast(({ phase }) => isOfBurst(phase))?.at ?? 0;
  const isWider = burst > 0 && burst < SHORT_SHARE * until;
  const x = isWider ? scaleLinear([0, burst, until], [LEFT, MIDDLE, RIGHT]) : scaleLinear([0, until], [LEFT, RIGHT]);
  const late = scaleLinear().domain([burst, until]).ticks(3);
  const early = scaleLinear().domain([0, burst]).ticks(3);
  const known = [...new Set(points.map(({ reset }) => reset.toFixed(1)))];
  const resets = (known.length > MAX_RESETS ? [] : known)
    .map((text) => ({ text: `${text} s`, at: rounded(x(Number(text))) }))
    .filter(({ at }) => at >= LEFT && at <= RIGHT);
  const edge = Math.min(RIGHT, rounded(x(windowSeconds)));
  const verticals = [
    ...(isWider ? [{ at: MIDDLE, ink: INK.axis }] : []),
    ...(edge < RIGHT ? [{ at: edge, ink: INK.edge }] : []),
    ...resets.map(({ at }) => ({ at, ink: INK.reset })),
  ];
  const ticks = isWider ? [...early, ...late.filter((at) => x(at) > MIDDLE + 20)] : x.ticks(5);
  return { x, isWider, ticks, edge, verticals, resets };
}

const LEGEND =
  'Line: admitted requests, at the times of their responses. Red area: more than the plan allows. Crosses: refused requests (429). Diamonds: another response, or none. Dots: X-RateLimit-Remaining of admitted requests. Dashed lines: the limit of the plan, and the expected X-RateLimit-Remaining. Shaded: the first window. Dashed vertical lines: the times in X-RateLimit-Reset.';
