import { scaleLinear } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import { INK } from './ink.ts';
import { LEFT, RIGHT, rounded, type Scene } from './layout.ts';
import { Panel } from './panel.tsx';
import type { Point } from './point.ts';
import { crossesPath, type Dot, diamondsPath, thin } from './thin.ts';

/** Admitted requests per window, compared with the plan's limit, with refusals. */
export function CountPanel({ scene, over }: { readonly scene: Scene; readonly over: boolean }) {
  const { x, points, panel, figure } = scene;
  const { perWindow, windowSeconds } = figure.numbers;
  const [top] = scene.tops;
  const most = points.reduce((greatest, { admitted }) => Math.max(greatest, admitted), 0);
  const y = scaleLinear([0, Math.max(perWindow * 1.25, most * 1.12)], [top + panel, top]);
  const dot = ({ at, admitted }: Point): Dot => [rounded(x(at)), rounded(y(admitted))];
  const of = (...fates: string[]) => points.filter(({ fate }) => fates.includes(fate)).map(dot);
  const end = x(points.at(-1)?.at ?? 0);
  const steps: Dot[] = [
    [LEFT, top + panel],
    ...thin(points.map(dot)),
    [rounded(end), rounded(y(points.at(-1)?.admitted ?? 0))],
  ];
  const plan = rounded(y(perWindow));
  const shape = line<Dot>().curve(curveStepAfter);
  const under = area<Dot>()
    .curve(curveStepAfter)
    .y0(top + panel)
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
