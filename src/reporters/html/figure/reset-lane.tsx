import type { Figure } from './figure.ts';
import { INK } from './ink.ts';
import { LEFT, RIGHT, rounded, type Scene } from './layout.ts';

const TOP = 272;
/** Maximum marks. */
const MARKS = 60;

/** The times of X-RateLimit-Reset on our clock; that of the refusals crosses the panels. */
export function ResetLane({ scene }: { readonly scene: Scene }) {
  const { x, figure, tops } = scene;
  const places = figure.resets.map((at) => rounded(x(at)));
  const marks = spread(places.filter((at) => at >= LEFT && at <= RIGHT));
  const past = places.filter((at) => at < LEFT).length;
  const beyond = places.filter((at) => at > RIGHT).length;
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
          <path
            key={at}
            d={`M${at} ${tops[0]}v${scene.panel}M${at} ${tops[1]}V${TOP + 6}`}
            {...INK.reset}
            stroke-dasharray="3 3"
          />
        ))}
      <text x={RIGHT} y={TOP + 32} text-anchor="end" {...INK.label}>
        {words(figure, past, beyond)}
      </text>
    </g>
  );
}

function words({ resets }: Figure, past: number, beyond: number): string {
  if (resets.length === 0) return 'no value in Unix seconds';
  const [first = 0] = resets;
  const last = resets.at(-1) ?? first;
  const all = resets.length === 1 ? `at ${first.toFixed(1)} s` : `${resets.length} values`;
  const span = resets.length === 1 ? [] : [`${first.toFixed(1)} to ${last.toFixed(1)} s`];
  const off = [past > 0 ? `${past} in the past` : [], beyond > 0 ? `${beyond} beyond →` : []].flat();
  return [all, ...span, ...off].join(', ');
}

function spread(places: readonly number[]): number[] {
  const apart = [...new Set(places)];
  const every = Math.ceil(apart.length / MARKS);
  return apart.filter((_, index) => index % every === 0);
}
