import type { RequirementResult } from '../../../result/result.ts';
import { planOfLimit } from '../../../result/row-name.ts';
import { count } from '../../text/count.ts';
import { admitted } from '../../view/admitted.ts';
import { firstLook } from '../../view/limits.ts';
import { statusOf } from '../../view/rows.ts';
import { Drawing } from '../figure/drawing.tsx';
import type { Figure } from '../figure/figure.ts';
import { burstScene, wholeScene } from '../figure/layout.ts';
import { Legend } from '../figure/legend.tsx';
import { Icon } from '../page/icon.tsx';
import { Prose } from '../page/prose.tsx';
import { StatusBadge } from '../page/status-badge.tsx';
import type { Report } from '../report.ts';
import { brief, capital, plural } from '../text.ts';
import { anchorOf, planAnchor, STATUSES } from '../words.ts';
import { PhaseTable } from './phase-table.tsx';

/** What became of one plan's limit: what is wrong in words, the drawing, and the numbers behind it. */
export function PlanLimits({ report, figure }: { readonly report: Report; readonly figure: Figure }) {
  const { plan, numbers } = figure;
  const is = (row: RequirementResult) => statusOf(row, report.result);
  const rows = report.result.requirements.filter((row) => planOfLimit(row) === plan);
  const worst =
    STATUSES.find((status) => rows.some((row) => is(row) === status && row.level !== 'observe')) ?? 'observed';
  const failed = rows.filter((row) => row.verdict === 'fail');
  const over = failed.some(({ id }) => id === 'limit.rejects-excess');
  const burst = burstScene(figure);
  const description = descriptionOf(figure, report);
  return (
    <section class="plan" id={planAnchor(plan)} aria-labelledby={`${planAnchor(plan)}-title`}>
      <header>
        <h3 id={`${planAnchor(plan)}-title`}>{brief(plan, 40)}</h3>
        <p>{`${count(numbers.perWindow)} requests in ${numbers.windowSeconds} s`}</p>
        <StatusBadge status={worst} />
      </header>
      <p class="said">{description}</p>
      {failed.length > 0 && (
        <ul class="broken">
          {failed.map((row) => (
            <li key={row.id} class={is(row)}>
              <Icon status={is(row)} />
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
                <Drawing scene={burst} over={over} title={`${plan}: the burst`} description={description} />
              </div>
            )}
            <div>
              <h4>The whole experiment</h4>
              <Drawing
                scene={wholeScene(figure)}
                over={over}
                title={`${plan}: the whole experiment`}
                description={`${description} The table below has its steps.`}
              />
            </div>
          </div>
          <figcaption>
            <Legend />
          </figcaption>
        </figure>
      )}
      <PhaseTable figure={figure} />
    </section>
  );
}

function descriptionOf({ plan, numbers, resets, before }: Figure, { result }: Report): string {
  const { sent, refused, unanswered, retryAfterSeen } = numbers;
  const waits = retryAfterSeen.slice(0, 4).map((one) => brief(one, 40));
  const parts = [
    admitted(result, plan, count),
    `${count(refused)} of ${plural(sent, 'request')} refused with 429`,
    unanswered > 0 ? `${count(unanswered)} without an answer` : '',
    waits.length > 0 ? `Retry-After ${waits.join(', ')}` : 'no Retry-After was seen',
    resets.length === 0 ? 'no Reset in Unix seconds' : '',
  ];
  const drawn = before === 0 ? '' : '; the second look is drawn';
  return `${capital(firstLook(numbers))}${parts.filter((part) => part !== '').join('; ')}${drawn}.`;
}
