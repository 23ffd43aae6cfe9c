import { slug } from '../anchors.ts';
import { Chart } from './chart.tsx';
import type { Figure } from './figure.ts';
import { INK } from './ink.ts';
import { ResetLane, WaitLane } from './lanes.tsx';
import { HEIGHT, LEFT, RIGHT, rounded, type Scene, sceneOf } from './layout.ts';
import { CountPanel, RemainingPanel } from './panels.tsx';

interface Props {
  readonly figure: Figure;
  readonly description: string;
  /** Whether too many requests were admitted; the excess is marked. */
  readonly over: boolean;
}

/** The experiment with a plan's limit: what was admitted, and the values of the headers. */
export function Drawing({ figure, description, over }: Props) {
  const scene = sceneOf(figure);
  const title = `${figure.plan}: the experiment`;
  return (
    <Chart id={`figure-${slug(figure.plan)}`} title={title} description={description} height={HEIGHT}>
      <CountPanel scene={scene} over={over} />
      <RemainingPanel scene={scene} />
      <ResetLane scene={scene} />
      <WaitLane scene={scene} />
      <TimeAxis scene={scene} />
    </Chart>
  );
}

/** The axis in seconds since the first request. */
function TimeAxis({ scene: { x, ticks, isWider } }: { readonly scene: Scene }) {
  return (
    <g>
      {ticks.map((tick) => (
        <text key={tick} x={rounded(x(tick))} y={HEIGHT - 24} text-anchor="middle" {...INK.label}>
          {tick}
        </text>
      ))}
      <text x={(LEFT + RIGHT) / 2} y={HEIGHT - 6} text-anchor="middle" {...INK.label}>
        {`Seconds since the first request${isWider ? '; the burst is drawn wider' : ''}`}
      </text>
    </g>
  );
}
