import { percent } from '../../../capacity/judge-step.ts';
import type { Result } from '../../../result/result.ts';
import { roomSentences } from '../../capacity/answer.ts';
import { Prose } from '../page/elements.tsx';
import { brief } from '../text.ts';
import { LatencyFigure } from './latency-figure.tsx';
import { sceneOf } from './scene.ts';
import { StepLegend } from './steps.tsx';
import { ProjectionTable, StepsTable } from './tables.tsx';

/** The section of a capacity run: the figure, the steps, and the projection. */
export function Capacity({ result }: { readonly result: Result }) {
  const { capacity } = result;
  if (capacity === undefined) return null;
  const { mix } = capacity;
  const scene = sceneOf(capacity);
  const sent = Object.entries(mix).filter(([, share]) => share > 0);
  return (
    <section id="capacity" aria-labelledby="capacity-title">
      <h2 id="capacity-title">Capacity</h2>
      <p class="lead">
        {`Each step offered a constant rate, independent of earlier responses (${sent.map(([op, share]) => `${brief(op, 20)} ${percent(share)}`).join(', ')}).`}
      </p>
      <p>
        <Prose text={roomSentences(capacity).join(' ')} />
      </p>
      <div class="plan">
        {scene !== undefined && (
          <figure class="drawings">
            <LatencyFigure scene={scene} capacity={capacity} />
            <figcaption class="quiet">
              <StepLegend steps={capacity.steps} />
              Vertical lines: the projected peak today, after the change, and with a fifth more customers active; and
              the knee, above which responses fall behind. Bars: 95 % intervals; with an arrow where too few were sent
              to bound them. Hollow marks: steps that say nothing.
            </figcaption>
          </figure>
        )}
        <StepsTable capacity={capacity} />
        <p class="quiet">
          Every request has a line in <a href="exchanges.ndjson">exchanges.ndjson</a>: due, sent, received, status. Keys
          were removed before anything was stored.
        </p>
      </div>
      <ProjectionTable projection={capacity.projection} />
    </section>
  );
}
