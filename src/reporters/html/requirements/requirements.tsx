import { groupBy } from '../../../exchange/journal/group.ts';
import { planOfLimit } from '../../../result/row-name.ts';
import type { Row } from '../../../result/summary/causes.ts';
import { countsOf } from '../../../result/summary/summary.ts';
import { counted } from '../../view/totals.ts';
import { areaOf, slug } from '../anchors.ts';
import { FilterBox } from '../page/filter.tsx';
import { Icon } from '../page/icon.tsx';
import { type Column, TableHead } from '../page/table-head.tsx';
import type { Report } from '../report.ts';
import { RequirementRow } from './requirement-row.tsx';

const COLUMNS: readonly Column[] = [
  ['Result', 'verdict'],
  ['Requirement'],
  ['Level', 'level'],
  ['Examined', 'number'],
  ['Evidence', 'links'],
];

/** All requirements in the order of the catalogue, folded by area; the limits of each plan are a separate group. */
export function Requirements({ report }: { readonly report: Report }) {
  const { rows, counts } = report.summary;
  const groups = groupBy(rows, groupOf);
  return (
    <section id="requirements" aria-labelledby="requirements-title">
      <h2 id="requirements-title">Requirements</h2>
      <p class="lead">
        <strong>Must</strong>: the specification states it. <strong>Should</strong>: an RFC or good practice states it;
        a violation is a warning. <strong>Observe</strong>: the specification leaves it open; recorded, never judged.
      </p>
      {report.scripted && (
        <FilterBox
          name="q"
          label="Filter requirements"
          chips={[
            ...counted(counts, []).map(({ status, word }) => [word, `s:${status}`] as const),
            ['must', 'l:must'],
            ...report.summary.plans.map(({ plan }) => [plan.slice(0, 40), `p:${slug(plan)}`] as const),
          ]}
          hint="or type words; !word excludes"
          target="requirements-table"
        />
      )}
      <div id="requirements-table" class="requirements">
        {[...groups].map(([group, own]) => (
          <details key={group} class="group">
            <summary>
              <h3>{group}</h3>
              {counted(countsOf(own), []).map(({ status, number, word }) => (
                <span key={status} class={`count ${status}`}>
                  <Icon status={status} />
                  {` ${number} ${word}`}
                </span>
              ))}
            </summary>
            <table>
              <TableHead columns={COLUMNS} />
              <tbody>
                {own.map((row) => (
                  <RequirementRow key={row.name} report={report} row={row} />
                ))}
              </tbody>
            </table>
          </details>
        ))}
      </div>
    </section>
  );
}

function groupOf(row: Row): string {
  const plan = planOfLimit(row);
  return plan === undefined ? areaOf(row.id) : `${areaOf(row.id)}, ${slug(plan)}`;
}
