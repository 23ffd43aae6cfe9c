import type { RequirementResult } from '../../../result/result.ts';
import { count } from '../../text/count.ts';
import { statusOf } from '../../view/rows.ts';
import { Evidence } from '../exchanges/evidence.tsx';
import { Prose } from '../page/prose.tsx';
import { StatusBadge } from '../page/status-badge.tsx';
import type { Report } from '../report.ts';
import { brief } from '../text.ts';
import { anchorOf, slug } from '../words.ts';
import { Quote } from './quote.tsx';

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
