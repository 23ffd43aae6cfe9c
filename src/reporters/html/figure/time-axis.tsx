import { INK } from './ink.ts';
import { LEFT, RIGHT, rounded, type Scene } from './layout.ts';

/** The axis in seconds since the first request. */
export function TimeAxis({ scene: { x, height } }: { readonly scene: Scene }) {
  const format = x.tickFormat(5);
  return (
    <g>
      {x.ticks(5).map((tick) => (
        <text key={tick} x={rounded(x(tick))} y={height - 24} text-anchor="middle" {...INK.label}>
          {format(tick)}
        </text>
      ))}
      <text x={(LEFT + RIGHT) / 2} y={height - 6} text-anchor="middle" {...INK.label}>
        Seconds since the first request
      </text>
    </g>
  );
}
