import { groupBy } from '../../../exchange/journal/group.ts';
import type { RequirementResult } from '../../../result/result.ts';
import { planOfLimit } from '../../../result/row-name.ts';
import { type Column, TableHead } from '../page/table-head.tsx';
import type { Report } from '../report.ts';
import { anchorOf, areaOf, slug } from '../words.ts';
import { FilterBox } from './filter-box.tsx';
import { RequirementRow } from './requirement-row.tsx';

const COLUMNS: readonly Column[] = [['Verdict'], ['Requirement'], ['Level'], ['Looked at', 'number'], ['Evidence']];

/** Every requirement, in the catalogue's order; the limits of each plan are a group of their own. */
export function Requirements({ report }: { readonly report: Report }) {
  const groups = groupBy(report.result.requirements, groupOf);
  return (
    <section id="requirements" aria-labelledby="requirements-title">
      <h2 id="requirements-title">Requirements</h2>
      <p class="lead">
        <strong>Must</strong>: the document states it. <strong>Should</strong>: an RFC or good practice states it; a
        breach is a warning. <strong>Observe</strong>: the document leaves it open; recorded, never judged.
      </p>
      {report.scripted && (
        <FilterBox
          name="q"
          label="Filter requirements"
          hint="words, s:failed, l:must, p:free, !not"
          target="requirements-table"
        />
      )}
      <table id="requirements-table" class="requirements">
        <TableHead columns={COLUMNS} />
        {[...groups].map(([group, rows]) => (
          <tbody key={group}>
            <tr class="group">
              <th colSpan={COLUMNS.length} scope="rowgroup">
                {group}
              </th>
            </tr>
            {rows.map((row) => (
              <RequirementRow key={anchorOf(row)} report={report} row={row} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

function groupOf(row: RequirementResult): string {
  const plan = planOfLimit(row);
  return plan === undefined ? areaOf(row.id) : `${areaOf(row.id)}, ${slug(plan)}`;
}
