import type { Figure } from './figure.ts';
import { INK } from './ink.ts';
import { LEFT, RIGHT, rounded, type Scene } from './layout.ts';

const TOP = 272;
/** Marks that can be told apart. */
const MARKS = 60;

/** The moments that X-RateLimit-Reset named, on our clock; the one that the refusals named crosses the panels. */
export function ResetLane({ scene }: { readonly scene: Scene }) {
  const { x, figure, tops } = scene;
  const ahead = figure.resets.filter((at) => x(at) <= RIGHT);
  const beyond = figure.resets.length - ahead.length;
  const marks = spread(ahead.map((at) => Math.max(LEFT, rounded(x(at)))));
  return (
    <g>
      <text x={0} y={TOP + 13} {...INK.title}>
        Reset
      </text>
      {marks.map((at) => (
        <path key={at} d={`M${at} ${TOP + 16}l-5-10h10z`} {...INK.resetMark} />
      ))}
      {marks.length <= 4 &&
        marks.map((at) => (
          <line key={at} x1={at} x2={at} y1={tops[0]} y2={TOP + 6} {...INK.reset} stroke-dasharray="3 3" />
        ))}
      <text x={RIGHT} y={TOP + 32} text-anchor="end" {...INK.label}>
        {words(figure, beyond)}
      </text>
    </g>
  );
}

function words({ resets }: Figure, beyond: number): string {
  if (resets.length === 0) return 'none in Unix seconds was sent';
  const [first = 0] = resets;
  const last = resets.at(-1) ?? first;
  const far = beyond === 0 ? '' : `, ${beyond} of them beyond →`;
  return resets.length === 1
    ? `names ${first.toFixed(1)} s${far.replace(', 1 of them', ',')}`
    : `${resets.length} moments, ${first.toFixed(1)} to ${last.toFixed(1)} s${far}`;
}

function spread(places: readonly number[]): number[] {
  const apart = [...new Set(places)];
  const every = Math.ceil(apart.length / MARKS);
  return apart.filter((_, index) => index % every === 0);
}
