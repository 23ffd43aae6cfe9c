import { groupBy } from '../../../exchange/journal/group.ts';
import type { Row } from '../../../result/summary/causes.ts';
import { countsOf } from '../../../result/summary/summary.ts';
import { levelWord } from '../../../spec/requirement.ts';
import { count } from '../../../text/count.ts';
import { reasonOf } from '../../view/names.ts';
import { counted } from '../../view/totals.ts';
import { anchorOf, areaOf, groupHeading, slug } from '../anchors.ts';
import { Evidence } from '../exchanges/evidence.tsx';
import { Prose } from '../page/elements.tsx';
import { FilterBox } from '../page/filter.tsx';
import { Icon, StatusBadge } from '../page/icon.tsx';
import { Table } from '../page/table.tsx';
import type { Report } from '../report.ts';
import { brief, capital } from '../text.ts';
import { Quote } from './failures.tsx';

/** All requirements in the order of the catalogue, folded by area; the limits of each plan are a separate group. */
export function Requirements({ report }: { readonly report: Report }) {
  const { areas, counts } = report.summary;
  const groups = areas.flatMap(({ rows }) => [...groupBy(rows, groupOf)]);
  return (
    <section id="requirements" aria-labelledby="requirements-title">
      <h2 id="requirements-title">Requirements</h2>
      <p class="lead">
        <strong>Must</strong>: the specification requires it. <strong>Should</strong>: an RFC or good practice requires
        it; a violation is a warning. <strong>Info</strong>: the specification leaves the choice to the service.{' '}
        <strong>Examined</strong>: how many responses were judged; for some requirements, how many animals or pairs of
        responses. <strong>Evidence</strong>: the requests that show a violation, or a link to those that were judged.
      </p>
      <FilterBox
        name="q"
        label="Filter requirements"
        chips={[
          ...counted(counts, []).map(({ status, word }) => [word, `s:${status}`] as const),
          ['must', 'l:must'],
          ...report.summary.plans.map(({ plan }) => [plan.slice(0, 40), `p:${slug(plan)}`] as const),
        ]}
        target="requirements-table"
      />
      <div id="requirements-table" class="requirements">
        {groups.map(([group, own]) => (
          <details key={group} class="group">
            <summary>
              <h3>{capital(groupHeading(group))}</h3>
              {counted(countsOf(own), []).map(({ status, number, word }) => (
                <span key={status} class={`count ${status}`}>
                  <Icon status={status} />
                  {` ${number} ${word}`}
                </span>
              ))}
            </summary>
            <Table
              rows={own}
              attributes={(row) => ({
                id: anchorOf(row),
                'data-tags': `s:${row.status} l:${row.level} p:${slug(row.plan ?? '')}`,
              })}
              columns={[
                { head: 'Result', classes: 'result', cell: ({ status }) => <StatusBadge status={status} /> },
                { head: 'Requirement', classes: 'what', cell: What },
                { head: 'Level', classes: 'level', cell: ({ level }) => levelWord(level) },
                { head: 'Examined', cell: ({ subjects }) => count(subjects) },
                { head: 'Evidence', classes: 'links', cell: (row) => <Evidence report={report} row={row} /> },
              ]}
            />
          </details>
        ))}
      </div>
    </section>
  );
}

/** Rows of one plan have it in their name. */
const groupOf = ({ id, name, plan = '' }: Row): string => (name === id ? areaOf(id) : `${areaOf(id)}, ${slug(plan)}`);

function What(row: Row) {
  return (
    <>
      <details>
        <summary>
          <Prose text={row.title} /> <code class="id">{brief(row.id, 100)}</code>
        </summary>
        <Quote {...row} />
      </details>
      {row.reason !== undefined && (
        <p class="reason">
          <Prose text={reasonOf(row)} length={600} />
        </p>
      )}
    </>
  );
}
