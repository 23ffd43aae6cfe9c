import { count } from '../../text/count.ts';
import { countedOncePerPlan, STATUS_WORDS, totalsOf } from '../../view/totals.ts';
import type { Report } from '../report.ts';
import { FilterLink } from '../requirements/filter-link.tsx';
import { Icon } from './icon.tsx';

/** The numbers; each leads to its rows. */
export function Tally({ report }: { readonly report: Report }) {
  return (
    <ul class="tally">
      {totalsOf(report.result).map(({ status, number }) => (
        <li key={status} class={number === 0 ? 'none' : status}>
          <FilterLink report={report} of="q" filter={`s:${status}`} to="requirements">
            <Icon status={status} />
            <strong>{count(number)}</strong> <span>{STATUS_WORDS[status]}</span>
          </FilterLink>
        </li>
      ))}
      {countedOncePerPlan(report.result) && <li class="aside">limits count once for each plan</li>}
    </ul>
  );
}
