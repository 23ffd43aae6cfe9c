import type { RequirementResult } from '../../result/result.ts';
import { count } from '../count.ts';
import { statusOf } from '../rows.ts';
import { Evidence } from './evidence.tsx';
import { Prose } from './prose.tsx';
import { Quote } from './quote.tsx';
import type { Report } from './report.ts';
import { StatusBadge } from './status-badge.tsx';
import { brief } from './text.ts';
import { anchorOf, slug } from './words.ts';

export function RequirementRow({ report, row }: { readonly report: Report; readonly row: RequirementResult }) {
  const { id, level, plan, title, reason, subjects } = row;
  const status = statusOf(row, report.result);
  return (
    <tr id={anchorOf(row)} data-tags={`s:${status} l:${level} p:${slug(plan ?? '')}`}>
      <td>
        <StatusBadge status={status} />
      </td>
      <td class="what">
        <details>
          <summary>
            <Prose text={title} /> <code class="id">{brief(id, 100)}</code>
          </summary>
          <Quote {...row} />
        </details>
        {reason !== undefined && (
          <p class="reason">
            <Prose text={reason} length={600} />
          </p>
        )}
      </td>
      <td class="level">{level}</td>
      <td class="number">{count(subjects)}</td>
      <td class="links">
        <Evidence report={report} row={row} />
      </td>
    </tr>
  );
}
