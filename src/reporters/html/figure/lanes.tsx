import { brief } from '../text.ts';
import type { Figure, Promised } from './figure.ts';
import { INK } from './ink.ts';
import { crossesPath, dotsPath, LEFT, PANEL, RIGHT, rounded, type Scene, TOPS } from './layout.ts';

const TOP = 272;
const MARKS = 60;

/** The times of X-RateLimit-Reset on our clock; that of the refusals crosses the panels. */
export function ResetLane({ scene }: { readonly scene: Scene }) {
  const { x, figure } = scene;
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
            d={`M${at} ${TOPS[0]}v${PANEL}M${at} ${TOPS[1]}V${TOP + 6}`}
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

function words({ resets, numbers: { windowSeconds } }: Figure, past: number, beyond: number): string {
  if (resets.length === 0) return 'no value in Unix seconds';
  const [first = 0] = resets;
  const last = resets.at(-1) ?? first;
  const named = (at: number, index: number) => {
    const before = index < past ? '← ' : '';
    const after = index >= resets.length - beyond ? ' →' : '';
    // A window before it ends, its own window began.
    const isNext = index > 0 && at - windowSeconds >= first - 1;
    return `${isNext ? 'next window: ' : ''}${before}${at.toFixed(1)} s${after}`;
  };
  if (resets.length <= 3) return resets.map(named).join('; ');
  const outside = past + beyond;
  return `${resets.length} values, ${first.toFixed(1)} to ${last.toFixed(1)} s after the first request${outside > 0 ? ` (${outside} outside the figure)` : ''}`;
}

function spread(places: readonly number[]): number[] {
  const apart = [...new Set(places)];
  const every = Math.ceil(apart.length / MARKS);
  return apart.filter((_, index) => index % every === 0);
}

const WAIT_TOP = 316;
const STEP = 14;

/** The waits of Retry-After, and the first request after each. */
export function WaitLane({ scene }: { readonly scene: Scene }) {
  const { waits, phases } = scene.figure;
  const isRefused = phases.some(({ counts }) => counts.refused > 0);
  return (
    <g>
      <text x={0} y={WAIT_TOP + 4} {...INK.title}>
        Retry-After
      </text>
      {waits.length === 0 && (
        <text x={RIGHT} y={WAIT_TOP + 4} text-anchor="end" {...INK.label}>
          {isRefused ? 'none that can be read was sent' : 'no refusal, so no Retry-After'}
        </text>
      )}
      {waits.map((wait, index) => (
        <Bar key={wait.from} scene={scene} wait={wait} y={WAIT_TOP + 14 + index * STEP} />
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
