import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import type { ComponentChildren } from 'preact';
import { count } from '../../../text/count.ts';
import { Grid } from './chart.tsx';
import { INK } from './ink.ts';
import {
  crossesPath,
  type Dot,
  diamondsPath,
  dotsPath,
  LEFT,
  PANEL,
  RIGHT,
  rounded,
  type Scene,
  TOPS,
} from './layout.ts';
import type { Point } from './series.ts';

/** X-RateLimit-Remaining, and the expected value by our own count. */
export function RemainingPanel({ scene }: { readonly scene: Scene }) {
  const { x, figure } = scene;
  const { points } = figure;
  const { perWindow, windowSeconds } = figure.numbers;
  const top = TOPS[1];
  const known = points.filter(({ remaining }) => !Number.isNaN(remaining));
  // An absurd value must not flatten the rest.
  const values = known.map(({ remaining }) => Math.min(remaining, 2 * perWindow));
  const least = values.reduce((a, b) => Math.min(a, b), 0);
  const most = values.reduce((a, b) => Math.max(a, b), perWindow);
  const y = scaleLinear([Math.max(least, -perWindow), most * 1.06], [top + PANEL, top]).clamp(true);
  const dot = ({ at, remaining }: Point): Dot => [rounded(x(at)), rounded(y(remaining))];
  // After the first window it depends on the algorithm, which the specification leaves open.
  const own = points
    .filter(({ at }) => at <= windowSeconds)
    .map(({ at, admitted }): Dot => [rounded(x(at)), rounded(y(Math.max(0, perWindow - admitted)))]);
  const shape = line<Dot>().curve(curveStepAfter);
  const dots = known.filter(({ fate }) => fate !== 'refused').map(dot);
  return (
    <Panel scene={scene} top={top} y={y} title="X-RateLimit-Remaining (requests)">
      <path d={shape([[LEFT, rounded(y(perWindow))], ...own]) ?? ''} {...INK.plan} stroke-width={1} />
      <path d={shape(known.map(dot)) ?? ''} {...INK.thread} />
      <path d={dotsPath(dots)} {...INK.dots} />
      <path d={crossesPath(known.filter(({ fate }) => fate === 'refused').map(dot))} {...INK.refused} />
      {known.length === 0 && (
        <text x={LEFT + 10} y={top + PANEL / 2} {...INK.label}>
          No X-RateLimit-Remaining with a number was sent.
        </text>
      )}
    </Panel>
  );
}

/** Admitted requests per window, compared with the plan's limit, with refusals. */
export function CountPanel({ scene, over }: { readonly scene: Scene; readonly over: boolean }) {
  const { x, figure } = scene;
  const { points } = figure;
  const { perWindow, windowSeconds } = figure.numbers;
  const [top] = TOPS;
  const most = points.reduce((greatest, { admitted }) => Math.max(greatest, admitted), 0);
  const y = scaleLinear([0, Math.max(perWindow * 1.25, most * 1.12)], [top + PANEL, top]);
  const dot = ({ at, admitted }: Point): Dot => [rounded(x(at)), rounded(y(admitted))];
  const of = (...fates: string[]) => points.filter(({ fate }) => fates.includes(fate)).map(dot);
  const end = x(points.at(-1)?.at ?? 0);
  const steps: Dot[] = [
    [LEFT, top + PANEL],
    ...points.map(dot),
    [rounded(end), rounded(y(points.at(-1)?.admitted ?? 0))],
  ];
  const plan = rounded(y(perWindow));
  const shape = line<Dot>().curve(curveStepAfter);
  const under = area<Dot>()
    .curve(curveStepAfter)
    .y0(top + PANEL)
    .y1(([, height]) => height);
  const above = area<Dot>()
    .curve(curveStepAfter)
    .y0(plan)
    .y1(([, height]) => Math.min(plan, height));
  return (
    <Panel scene={scene} top={top} y={y} title={`Admitted in the last ${windowSeconds} s (requests)`}>
      <path d={under(steps) ?? ''} {...INK.area} />
      {over && <path d={above(steps) ?? ''} {...INK.over} />}
      <path d={shape(steps) ?? ''} {...INK.admitted} />
      <line x1={LEFT} x2={RIGHT} y1={plan} y2={plan} {...INK.plan} />
      <path d={crossesPath(of('refused'))} {...INK.refused} />
      <path d={diamondsPath(of('lost', 'other'))} {...INK.lost} />
    </Panel>
  );
}

interface Props {
  readonly scene: Scene;
  readonly top: number;
  readonly title: string;
  readonly y: ScaleLinear<number, number>;
  readonly children: ComponentChildren;
}

/** A panel with its title, the window and grid lines. */
export function Panel({ scene, top, title, y, children }: Props) {
  const { x, figure, isWider } = scene;
  const wider = rounded(x(figure.burstEnd ?? 0));
  const edge = Math.min(RIGHT, rounded(x(figure.numbers.windowSeconds)));
  return (
    <g>
      <text x={0} y={top - 10} {...INK.title}>
        {title}
      </text>
      <rect x={LEFT} y={top} width={rounded(edge - LEFT)} height={PANEL} {...INK.window} />
      <Grid left={LEFT} right={RIGHT} lines={ticks(scene, y).map((tick) => ({ y: y(tick), words: count(tick) }))} />
      {isWider && <line x1={wider} x2={wider} y1={top} y2={top + PANEL} {...INK.axis} />}
      {edge < RIGHT && <line x1={edge} x2={edge} y1={top} y2={top + PANEL} {...INK.edge} />}
      {children}
      <line x1={LEFT} x2={RIGHT} y1={top + PANEL} y2={top + PANEL} {...INK.axis} />
    </g>
  );
}

/** Grid lines at halves of the limit, or at multiples if much more was admitted. */
function ticks({ figure }: Scene, y: ScaleLinear<number, number>): number[] {
  const { perWindow } = figure.numbers;
  const [least = 0, most = 0] = y.domain();
  const step = most <= 2 * perWindow ? perWindow / 2 : perWindow * Math.ceil(most / perWindow / 4);
  const all: number[] = [];
  for (let tick = Math.ceil(least / step) * step; tick <= most; tick += step) all.push(Math.round(tick));
  return all;
}
