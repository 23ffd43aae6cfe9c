import type { ScaleLinear } from 'd3-scale';
import type { ComponentChildren } from 'preact';
import { count } from '../../text/count.ts';
import { INK } from './ink.ts';
import { LEFT, RIGHT, rounded, type Scene } from './layout.ts';

interface Props {
  readonly scene: Scene;
  readonly top: number;
  readonly title: string;
  readonly y: ScaleLinear<number, number>;
  readonly children: ComponentChildren;
}

/** A panel with its title, the window and grid lines. */
export function Panel({ scene, top, title, y, children }: Props) {
  const { x, panel, figure, kind } = scene;
  const edge = Math.min(RIGHT, rounded(x(figure.numbers.windowSeconds)));
  return (
    <g>
      <text x={0} y={top - 10} {...INK.title}>
        {title}
      </text>
      {kind === 'whole' && <rect x={LEFT} y={top} width={rounded(edge - LEFT)} height={panel} {...INK.window} />}
      {ticks(scene, y).map((tick) => (
        <g key={tick}>
          <line x1={LEFT} x2={RIGHT} y1={rounded(y(tick))} y2={rounded(y(tick))} {...INK.grid} />
          <text x={LEFT - 6} y={rounded(y(tick) + 4)} text-anchor="end" {...INK.label}>
            {count(tick)}
          </text>
        </g>
      ))}
      {kind === 'whole' && edge < RIGHT && <line x1={edge} x2={edge} y1={top} y2={top + panel} {...INK.edge} />}
      {children}
      <line x1={LEFT} x2={RIGHT} y1={top + panel} y2={top + panel} {...INK.axis} />
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
