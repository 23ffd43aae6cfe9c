import { slug } from '../anchors.ts';
import { CountPanel } from './count-panel.tsx';
import { type Scene, WIDTH } from './layout.ts';
import { RemainingPanel } from './remaining-panel.tsx';
import { ResetLane } from './reset-lane.tsx';
import { TimeAxis } from './time-axis.tsx';
import { WaitLane } from './wait-lane.tsx';

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
    <svg
      class="drawing"
      viewBox={`0 0 ${WIDTH} ${scene.height}`}
      width={WIDTH}
      height={scene.height}
      font-family="system-ui, sans-serif"
      role="img"
      aria-labelledby={`${id}-title ${id}-desc`}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-desc`}>{description}</desc>
      <CountPanel scene={scene} over={over} />
      <RemainingPanel scene={scene} />
      {scene.kind === 'whole' && <ResetLane scene={scene} />}
      {scene.kind === 'whole' && <WaitLane scene={scene} />}
      <TimeAxis scene={scene} />
    </svg>
  );
}
