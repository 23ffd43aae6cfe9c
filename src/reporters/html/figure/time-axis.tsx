import { INK } from './ink.ts';
import { RIGHT, rounded, type Scene } from './layout.ts';

/** Seconds since the first request, once, below everything. */
export function TimeAxis({ scene: { x, height } }: { readonly scene: Scene }) {
  const ticks = x.ticks(5);
  const format = x.tickFormat(5);
  return (
    <g>
      {ticks.map((tick) => (
        <text
          key={tick}
          x={rounded(x(tick))}
          y={height - 6}
          text-anchor={x(tick) > RIGHT - 14 ? 'end' : 'middle'}
          {...INK.label}
        >
          {`${format(tick)} s`}
        </text>
      ))}
    </g>
  );
}
