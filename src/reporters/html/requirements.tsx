import type { RequirementResult } from '../../result/result.ts';
import { FilterBox } from './filter-box.tsx';
import type { Report } from './report.ts';
import { RequirementRow } from './requirement-row.tsx';
import { anchorOf, areaOf, planOfLimit, slug } from './words.ts';

/** Every requirement, in the catalogue's order; the limits of each plan are a group of their own. */
export function Requirements({ report }: { readonly report: Report }) {
  const groups = new Map<string, RequirementResult[]>();
  for (const row of report.result.requirements) {
    const plan = planOfLimit(row);
    const group = plan === undefined ? areaOf(row.id) : `${areaOf(row.id)}, ${slug(plan)}`;
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
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
        <thead>
          <tr>
            <th scope="col">Verdict</th>
            <th scope="col">Requirement</th>
            <th scope="col">Level</th>
            <th scope="col" class="number">
              Looked at
            </th>
            <th scope="col">Evidence</th>
          </tr>
        </thead>
        {[...groups].map(([group, rows]) => (
          <tbody key={group}>
            <tr class="group">
              <th colSpan={5} scope="rowgroup">
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
