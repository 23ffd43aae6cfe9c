import { QUANTILES, type QuantileName, stated } from '../../../capacity/index.ts';
import type { CapacityNumbers } from '../../../result/result.ts';
import { interval, levelName } from '../../capacity/words.ts';
import { count } from '../../text/count.ts';
import { INK } from '../figure/ink.ts';
import { rounded } from '../figure/layout.ts';
import { apart } from './apart.ts';
import { Frame } from './frame.tsx';
import { QuantileLine } from './quantile-line.tsx';
import { BOTTOM, LEFT, latencyScale, RIGHT, type Scene, TOP } from './scene.ts';

interface Props {
  readonly scene: Scene;
  readonly capacity: CapacityNumbers;
}

/** Horizontal offset between the marks of one step. */
const ASIDE = { p50: -6, p95: 0, p99: 6 } as const satisfies Record<QuantileName, number>;

/** Latency against offered load, with the objectives and the projected peaks. */
export function LatencyFigure({ scene, capacity }: Props) {
  const { steps, objectives } = capacity;
  const y = latencyScale(capacity);
  const [least = 1, most = 1] = y.domain();
  const last = steps.findLast(({ verdict }) => verdict !== 'invalid') ?? steps.at(-1);
  const ends = apart(QUANTILES.map(({ name }) => y(last?.latency[name].value ?? least)));
  return (
    <Frame
      id="latency"
      title="Latency, ms (logarithmic)"
      description={descriptionOf(capacity)}
      scene={scene}
      steps={steps}
      ticks={decades(least, most).map((ms) => ({ y: y(ms), words: count(ms) }))}
    >
      {stated(objectives).map(({ name, ms }) => (
        <g key={name}>
          <line x1={LEFT} x2={RIGHT} y1={rounded(y(ms))} y2={rounded(y(ms))} {...INK.plan} />
          <text x={LEFT + 4} y={rounded(y(ms) - 5)} {...INK.halo}>
            {`${name} ≤ ${count(ms)} ms`}
          </text>
        </g>
      ))}
      {QUANTILES.map(({ name }, index) => (
        <g key={name}>
          <QuantileLine
            name={name}
            points={steps.map(({ rps, latency, verdict }) => ({
              x: rounded(scene.x(rps) + ASIDE[name]),
              estimate: latency[name],
              isValid: verdict !== 'invalid',
            }))}
            y={(ms) => rounded(y(Math.max(ms, least)))}
            top={TOP}
          />
          <text
            x={rounded(Math.min(RIGHT, scene.x(last?.rps ?? 0)) + 14)}
            y={rounded(Math.min(BOTTOM, ends[index] ?? TOP) + 4)}
            {...INK.halo}
          >
            {name}
          </text>
        </g>
      ))}
    </Frame>
  );
}

/** Grid values: 1, 2 and 5 of every decade; for many decades, only the powers of ten. */
function decades(least: number, most: number): number[] {
  const powers = Array.from({ length: 9 }, (_, index) => 10 ** (index - 2));
  const of = (factors: readonly number[]) =>
    powers.flatMap((power) => factors.map((factor) => factor * power)).filter((ms) => ms >= least && ms <= most);
  const all = of([1, 2, 5]);
  return all.length <= 8 ? all : of([1]);
}

function descriptionOf({ steps }: CapacityNumbers): string {
  return steps
    .map(
      ({ level, latency, verdict }) =>
        `${levelName(level)}: ${QUANTILES.map(({ name }) => `${name} ${interval(latency[name])} ms`).join(', ')}, ${verdict}.`,
    )
    .join(' ');
}
