import type { RequirementResult } from '../../../result/result.ts';
import type { Row } from '../../../result/summary/causes.ts';
import type { Status } from '../../../result/summary/status.ts';
import type { Summary } from '../../../result/summary/summary.ts';
import { headlineOf, placeOf, waivedBy } from '../../view/names.ts';
import { violated } from '../../view/verdict.ts';
import { anchorOf, failureAnchor } from '../anchors.ts';
import { Prose } from '../page/elements.tsx';
import { Icon } from '../page/icon.tsx';
import type { Report } from '../report.ts';
import { brief, capital } from '../text.ts';
import { Findings } from './findings.tsx';
import { RequirementLinks } from './gap-list.tsx';

type FailureStatus = Extract<Status, 'failed' | 'warning' | 'waived'>;

interface Props {
  readonly report: Report;
  readonly status: FailureStatus;
}

/** The failures of one level, a card for each cause; the plans of a limit share one. */
export function Failures({ report, status }: Props) {
  const { causes, id, title, lead } = sectionOf(report.summary, status);
  if (causes.length === 0) return null;
  const failed = report.summary.of(status);
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{`${title} (${failed.length})`}</h2>
      <p class="lead">{lead}</p>
      {causes.map(({ rows, alike, consequences }) => (
        <article key={rows[0]?.id} class={`failure ${status}`} aria-labelledby={failureAnchor(rows[0]?.id ?? '')}>
          <Failure report={report} rows={rows} status={status} />
          {alike.length > 0 && (
            <details class="more">
              <summary>{`${alike.length} more of the same kind`}</summary>
              {alike.map((row) => (
                <Failure key={row.name} report={report} rows={[row]} status={status} />
              ))}
            </details>
          )}
          {consequences.length > 0 && (
            <details class="more">
              <summary>{`and ${consequences.length} more inconclusive because of it`}</summary>
              <RequirementLinks rows={consequences} most={consequences.length} />
            </details>
          )}
        </article>
      ))}
    </section>
  );
}

function sectionOf(summary: Summary, status: FailureStatus) {
  const { failed, warnings, waived } = summary;
  switch (status) {
    case 'failed':
      return { causes: failed, id: 'failed', title: 'Failed', lead: `${capital(violated(summary))}.` };
    case 'waived':
      return {
        causes: waived,
        id: 'waived',
        title: 'Waived',
        lead: 'Known violations that a waiver accepts until a date. They do not fail the run.',
      };
    case 'warning':
      return {
        causes: warnings,
        id: 'warnings',
        title: 'Warnings',
        lead: 'Violations of an RFC or of good practice, not of the specification. They do not fail the run by themselves.',
      };
  }
}

interface FailureProps {
  readonly report: Report;
  /** A card of one requirement, with a row for each plan. */
  readonly rows: readonly Row[];
  readonly status: Status;
}

function Failure({ report, rows, status }: FailureProps) {
  const [row] = rows;
  if (row === undefined) return null;
  const headline = headlineOf(rows);
  return (
    <>
      <header>
        <Icon status={status} size={20} />
        <div>
          <h3 id={failureAnchor(row.id)}>
            <Prose text={headline} />
          </h3>
          <p class="violated">
            <a class="id" href={`#${anchorOf(row)}`}>
              {brief(row.id, 100)}
            </a>{' '}
            {!headline.includes(row.title) && <Prose text={row.title} />}
          </p>
        </div>
      </header>
      <Quote {...row} />
      {rows.map((one) => (
        <div key={one.name} class="of-plan">
          {(one.part === 'limits' || rows.length > 1) && (
            <h4>
              <a href={`#${anchorOf(one)}`}>{capital(brief(placeOf(one), 40))}</a>
            </h4>
          )}
          {one.waiver !== undefined && <p class="waiver">{waivedBy(one)}</p>}
          <Findings report={report} row={one} isLed={rows.length === 1} />
        </div>
      ))}
    </>
  );
}

/** The sentence of the specification behind a requirement, with its heading. */
export function Quote({ quote, clause, source }: Pick<RequirementResult, 'quote' | 'clause' | 'source'>) {
  return (
    <blockquote>
      <p>
        “<Prose text={quote} />”
      </p>
      <footer>
        <Prose text={source === undefined ? clause : `${clause}; ${source}`} />
      </footer>
    </blockquote>
  );
}
