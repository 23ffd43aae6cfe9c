import { slug } from '../anchors.ts';
import { Chart } from './chart.tsx';
import { INK } from './ink.ts';
import { ResetLane, WaitLane } from './lanes.tsx';
import { LEFT, RIGHT, rounded, type Scene } from './layout.ts';
import { CountPanel, RemainingPanel } from './panels.tsx';

interface Props {
  readonly scene: Scene;
  readonly title: string;
  readonly description: string;
  /** Whether too many requests were admitted; the excess is marked. */
  readonly over: boolean;
}

export function Drawing({ scene, title, description, over }: Props) {
  const id = `figure-${slug(scene.figure.plan)}-${scene.kind}`;
  return (
    <Chart id={id} title={title} description={description} height={scene.height}>
      <CountPanel scene={scene} over={over} />
      <RemainingPanel scene={scene} />
      {scene.kind === 'whole' && <ResetLane scene={scene} />}
      {scene.kind === 'whole' && <WaitLane scene={scene} />}
      <TimeAxis scene={scene} />
    </Chart>
  );
}

/** The axis in seconds since the first request. */
function TimeAxis({ scene: { x, height } }: { readonly scene: Scene }) {
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
