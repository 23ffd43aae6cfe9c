import type { Row } from '../../../result/summary/causes.ts';
import { count } from '../../text/count.ts';
import { reasonOf } from '../../view/names.ts';
import { anchorOf, slug } from '../anchors.ts';
import { Evidence } from '../exchanges/evidence.tsx';
import { StatusBadge } from '../page/icon.tsx';
import { Prose } from '../page/prose.tsx';
import type { Report } from '../report.ts';
import { brief } from '../text.ts';
import { Quote } from './quote.tsx';

export function RequirementRow({ report, row }: { readonly report: Report; readonly row: Row }) {
  const { id, level, plan, title, reason, subjects, status } = row;
  return (
    <tr id={anchorOf(row)} data-tags={`s:${status} l:${level} p:${slug(plan ?? '')}`}>
      <td class="verdict">
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
            <Prose text={reasonOf(row)} length={600} />
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
