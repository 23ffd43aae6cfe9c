import type { RequirementResult } from '../../result/result.ts';
import { Evidence } from './evidence.tsx';
import { Prose } from './prose.tsx';
import type { Report } from './report.ts';
import { StateBadge } from './state-badge.tsx';
import { count } from './text.ts';
import { anchorOf, stateOf } from './words.ts';

export function RequirementRow({ report, row }: { readonly report: Report; readonly row: RequirementResult }) {
  const { id, level, plan, title, quote, clause, source, reason, subjects } = row;
  const state = stateOf(row);
  return (
    <tr id={anchorOf(row)} data-tags={`s:${state} l:${level} p:${plan ?? ''}`}>
      <td>
        <StateBadge state={state} />
      </td>
      <td class="what">
        <details>
          <summary>
            <Prose text={title} /> <code class="id">{id}</code>
          </summary>
          <blockquote>
            <p>
              “<Prose text={quote} />”
            </p>
            <footer>{source === undefined ? clause : `${clause}; ${source}`}</footer>
          </blockquote>
        </details>
        {reason !== undefined && <p class="reason"><Prose text={reason} length={600} /></p>}
      </td>
      <td class="level">{level}</td>
      <td class="number">{count(subjects)}</td>
      <td class="links">
        <Evidence report={report} row={row} />
      </td>
    </tr>
  );
}
