import type { PlanSummary } from '../../../result/summary/plans.ts';
import { count } from '../../../text/count.ts';
import { PHASES } from '../../../text/progress.ts';
import { planSentences, remarks } from '../../view/limits.ts';
import { anchorOf, planAnchor } from '../anchors.ts';
import { Drawing } from '../figure/drawing.tsx';
import type { Figure } from '../figure/figure.ts';
import { Legend } from '../figure/legend.tsx';
import type { Report } from '../report.ts';
import { brief, capital } from '../text.ts';
import { Prose } from './elements.tsx';
import { Icon, StatusBadge } from './icon.tsx';
import { Table } from './table.tsx';

export function Limits({ report }: { readonly report: Report }) {
  if (report.figures.length === 0) return null;
  const notes = remarks(report.summary);
  return (
    <section id="limits" aria-labelledby="limits-title">
      <h2 id="limits-title">Limits</h2>
      <p class="lead">
        The run exhausted the limit of each plan with a burst of requests. The requests before the burst count, too: see
        “The steps in numbers”.
      </p>
      {notes.length > 0 && (
        <ul class="remarks">
          {notes.map((words) => (
            <li key={words}>{capital(words)}.</li>
          ))}
        </ul>
      )}
      {report.figures.map(({ plan, figure }, index) => (
        <PlanLimits key={plan.plan} plan={plan} figure={figure} isFirst={index === 0} />
      ))}
    </section>
  );
}

interface Props {
  readonly plan: PlanSummary;
  readonly figure: Figure;
  readonly isFirst: boolean;
}

/** One plan's limit: findings, figures and numbers. Further passed plans are folded. */
function PlanLimits({ plan: summary, figure, isFirst }: Props) {
  const { plan, numbers, rows, badge, isOver } = summary;
  const failed = rows.filter(({ verdict }) => verdict === 'fail');
  const sentences = [
    ...planSentences(summary),
    ...(figure.resets.length === 0 ? ['no Reset in Unix seconds'] : []),
    ...(figure.before === 0 ? [] : ['the figure shows the second attempt']),
  ];
  const description = sentences.map((words) => `${capital(words)}.`).join(' ');
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
                <a href={`#${anchorOf(row)}`}>{brief(row.id, 100)}</a>{' '}
                <Prose text={row.findings[0]?.message ?? ''} length={400} />
                {row.findings[0]?.attempt !== undefined && ' (first attempt)'}
              </div>
            </li>
          ))}
        </ul>
      )}
      {figure.points.length > 0 && (
        <figure class="drawings">
          <Drawing figure={figure} over={isOver} description={`${description} The table below has its steps.`} />
          <figcaption>
            <Legend over={isOver} />
          </figcaption>
        </figure>
      )}
      <PhaseTable figure={figure} />
    </details>
  );
}

/** The experiment step by step, in numbers. */
function PhaseTable({ figure: { plan, phases } }: { readonly figure: Figure }) {
  if (phases.length === 0) return null;
  const anyElse = phases.some(({ counts }) => counts.other + counts.lost > 0);
  return (
    <details class="more">
      <summary>The steps in numbers</summary>
      <Table
        caption={`${brief(plan, 40)}, step by step; seconds since the first request that counts`}
        rows={phases}
        columns={[
          { head: 'Step', classes: 'text', cell: ({ name }) => capital(PHASES[name] ?? brief(name, 40)) },
          { head: 'From', cell: ({ from }) => from.toFixed(3) },
          { head: 'To', cell: ({ to }) => to.toFixed(3) },
          { head: 'Admitted', cell: ({ counts }) => count(counts.admitted) },
          { head: 'Refused', cell: ({ counts }) => count(counts.refused) },
          ...(anyElse
            ? [{ head: 'Other', cell: ({ counts }: (typeof phases)[number]) => count(counts.other + counts.lost) }]
            : []),
          { head: 'Lowest Remaining', cell: ({ remaining }) => remaining ?? 'missing' },
        ]}
      />
    </details>
  );
}
