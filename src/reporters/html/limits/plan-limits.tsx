import type { PlanSummary } from '../../../result/summary/plans.ts';
import { count } from '../../text/count.ts';
import { planSentence } from '../../view/limits.ts';
import { anchorOf, planAnchor } from '../anchors.ts';
import { Drawing } from '../figure/drawing.tsx';
import type { Figure } from '../figure/figure.ts';
import { burstScene, wholeScene } from '../figure/layout.ts';
import { Legend } from '../figure/legend.tsx';
import { Icon, StatusBadge } from '../page/icon.tsx';
import { Prose } from '../page/prose.tsx';
import type { Report } from '../report.ts';
import { brief, capital } from '../text.ts';
import { PhaseTable } from './phase-table.tsx';

interface Props {
  readonly report: Report;
  readonly plan: PlanSummary;
  readonly figure: Figure;
  readonly isFirst: boolean;
}

/** One plan's limit: findings, figures and numbers. Further passed plans are folded. */
export function PlanLimits({ plan: summary, figure, isFirst }: Props) {
  const { plan, numbers, rows, badge, isOver } = summary;
  const failed = rows.filter(({ verdict }) => verdict === 'fail');
  const burst = burstScene(figure);
  const drawn = figure.before === 0 ? '' : '; the figure shows the second attempt';
  const resets = figure.resets.length === 0 ? '; no Reset in Unix seconds' : '';
  const description = `${capital(planSentence(summary, count))}${resets}${drawn}.`;
  return (
    <details class="plan" id={planAnchor(plan)} open={isFirst || badge !== 'passed'}>
      <summary>
        <h3>{brief(plan, 40)}</h3>
        <span>{`${count(numbers.perWindow)} requests in ${numbers.windowSeconds} s`}</span>
        <StatusBadge status={badge} />
      </summary>
      <p class="summary">{description}</p>
      {failed.length > 0 && (
        <ul class="broken">
          {failed.map((row) => (
            <li key={row.id} class={row.status}>
              <Icon status={row.status} />
              <div>
                <a href={`#${anchorOf(row)}`}>{row.id}</a> <Prose text={row.findings[0]?.message ?? ''} length={400} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {figure.points.length > 0 && (
        <figure>
          <div class="drawings">
            {burst !== undefined && (
              <div>
                <h4>The burst</h4>
                <Drawing scene={burst} over={isOver} title={`${plan}: the burst`} description={description} />
              </div>
            )}
            <div>
              <h4>The complete experiment</h4>
              <Drawing
                scene={wholeScene(figure)}
                over={isOver}
                title={`${plan}: the complete experiment`}
                description={`${description} The table below has its steps.`}
              />
            </div>
          </div>
          <figcaption>
            <Legend over={isOver} />
          </figcaption>
        </figure>
      )}
      <PhaseTable figure={figure} />
    </details>
  );
}
