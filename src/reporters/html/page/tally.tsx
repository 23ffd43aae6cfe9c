import { count } from '../../text/count.ts';
import { counted } from '../../view/totals.ts';
import type { Report } from '../report.ts';
import { FilterLink } from './filter.tsx';
import { Icon } from './icon.tsx';

/** The counts, each with a link to its rows. */
export function Tally({ report }: { readonly report: Report }) {
  const { counts, plans } = report.summary;
  return (
    <ul class="tally">
      {counted(counts).map(({ status, number, word }) => (
        <li key={status} class={number === 0 ? 'none' : status}>
          <FilterLink report={report} of="q" filter={`s:${status}`} to="requirements">
            <Icon status={status} />
            <strong>{count(number)}</strong> <span>{word}</span>
          </FilterLink>
        </li>
      ))}
      {plans.length > 1 && <li class="note">limits count once per plan</li>}
    </ul>
  );
}
