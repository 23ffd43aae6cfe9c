import { slug } from '../anchors.ts';
import { Chart } from './chart.tsx';
import type { Figure } from './figure.ts';
import { INK } from './ink.ts';
import { ResetLane, WaitLane } from './lanes.tsx';
import { LEFT, RIGHT, rounded, type Scene, sceneOf } from './layout.ts';
import { CountPanel, RemainingPanel } from './panels.tsx';

interface Props {
  readonly figure: Figure;
  readonly kind: 'burst' | 'whole';
  readonly description: string;
  /** Whether too many requests were admitted; the excess is marked. */
  readonly over: boolean;
}

const TITLES = { burst: 'The burst', whole: 'The complete experiment' } as const;

/** One of a plan's two figures, with its heading. */
export function Drawing({ figure, kind, description, over }: Props) {
  const scene = sceneOf(figure, kind);
  const title = TITLES[kind];
  return (
    <div>
      <h4>{title}</h4>
      <Chart
        id={`figure-${slug(figure.plan)}-${kind}`}
        title={`${figure.plan}: ${title.toLowerCase()}`}
        description={description}
        height={scene.height}
      >
        <CountPanel scene={scene} over={over} />
        <RemainingPanel scene={scene} />
        {kind === 'whole' && <ResetLane scene={scene} />}
        {kind === 'whole' && <WaitLane scene={scene} />}
        <TimeAxis scene={scene} />
      </Chart>
    </div>
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
