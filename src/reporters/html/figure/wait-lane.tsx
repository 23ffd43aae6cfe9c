import { brief } from '../text.ts';
import { INK } from './ink.ts';
import { LEFT, RIGHT, rounded, type Scene } from './layout.ts';
import type { Promised } from './promised.ts';
import { crossesPath, dotsPath } from './thin.ts';

const TOP = 316;
const STEP = 14;

/** The waits of Retry-After, and the first request after each. */
export function WaitLane({ scene }: { readonly scene: Scene }) {
  const { waits } = scene.figure;
  return (
    <g>
      <text x={0} y={TOP + 4} {...INK.title}>
        Retry-After
      </text>
      {waits.length === 0 && (
        <text x={RIGHT} y={TOP + 4} text-anchor="end" {...INK.label}>
          none that can be read was sent
        </text>
      )}
      {waits.map((wait, index) => (
        <Bar key={wait.from} scene={scene} wait={wait} y={TOP + 14 + index * STEP} />
      ))}
    </g>
  );
}

function Bar({ scene: { x }, wait, y }: { readonly scene: Scene; readonly wait: Promised; readonly y: number }) {
  const { from, until, value, next } = wait;
  const start = rounded(x(from));
  const far = x(until) > RIGHT;
  const end = far ? RIGHT : Math.max(LEFT, rounded(x(until)));
  const then = next === undefined ? undefined : rounded(x(next.at));
  const refused = next?.fate === 'refused';
  const label = `${/^\d+$/.test(value) ? `${brief(value.slice(0, 5))} s` : 'date'}${far ? ' →' : ''}`;
  return (
    <g>
      <rect x={Math.min(start, end)} y={y} width={Math.max(1.5, Math.abs(end - start))} height={8} {...INK.wait} />
      {then !== undefined && <line x1={end} x2={then} y1={y + 4} y2={y + 4} {...INK.edge} />}
      {then !== undefined &&
        (refused ? (
          <path d={crossesPath([[then, y + 4]])} {...INK.refused} />
        ) : (
          <path d={dotsPath([[then, y + 4]])} {...INK.dots} stroke-width={7} />
        ))}
      <text x={LEFT - 5} y={y + 8.5} text-anchor="end" {...INK.label} font-size={11}>
        {label}
      </text>
    </g>
  );
}
