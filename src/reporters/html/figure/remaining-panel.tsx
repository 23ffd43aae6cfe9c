import { scaleLinear } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';
import { INK } from './ink.ts';
import { LEFT, rounded, type Scene } from './layout.ts';
import { Panel } from './panel.tsx';
import type { Point } from './point.ts';
import { crossesPath, type Dot, dotsPath, thin } from './thin.ts';

/** X-RateLimit-Remaining, and the expected value by our own count. */
export function RemainingPanel({ scene }: { readonly scene: Scene }) {
  const { x, points, panel, figure, kind } = scene;
  const { perWindow, windowSeconds } = figure.numbers;
  const top = scene.tops[1];
  const known = points.filter(({ remaining }) => !Number.isNaN(remaining));
  // An absurd value must not flatten the rest.
  const values = known.map(({ remaining }) => Math.min(remaining, 2 * perWindow));
  const least = values.reduce((a, b) => Math.min(a, b), 0);
  const most = values.reduce((a, b) => Math.max(a, b), perWindow);
  const y = scaleLinear([Math.max(least, -perWindow), most * 1.06], [top + panel, top]).clamp(true);
  const dot = ({ at, remaining }: Point): Dot => [rounded(x(at)), rounded(y(remaining))];
  // After the first window it depends on the algorithm, which the specification leaves open.
  const own = points
    .filter(({ at }) => at <= windowSeconds)
    .map(({ at, admitted }): Dot => [rounded(x(at)), rounded(y(Math.max(0, perWindow - admitted)))]);
  const shape = line<Dot>().curve(curveStepAfter);
  const dots = thin(known.filter(({ fate }) => fate !== 'refused').map(dot));
  return (
    <Panel scene={scene} top={top} y={y} title="X-RateLimit-Remaining (requests)">
      <path d={shape([[LEFT, rounded(y(perWindow))], ...thin(own)]) ?? ''} {...INK.plan} stroke-width={1} />
      {kind === 'whole' && <path d={shape(thin(known.map(dot))) ?? ''} {...INK.thread} />}
      <path d={dotsPath(dots)} {...INK.dots} />
      <path d={crossesPath(known.filter(({ fate }) => fate === 'refused').map(dot))} {...INK.refused} />
      {known.length === 0 && (
        <text x={LEFT + 10} y={top + panel / 2} {...INK.label}>
          No X-RateLimit-Remaining with a number was sent.
        </text>
      )}
    </Panel>
  );
}
