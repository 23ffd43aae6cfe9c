import { rowsOf, type Status } from '../rows.ts';
import { FilterLink } from './filter-link.tsx';
import { Icon } from './icon.tsx';
import type { Report } from './report.ts';
import { count } from './text.ts';

interface Entry {
  readonly status: Status;
  readonly words: string;
  readonly number: number;
}

/** Zero is worth saying of these. */
const ALWAYS = ['failed', 'unproven', 'passed'];

/** The numbers, the worst first; each leads to its rows. */
export function Tally({ report }: { readonly report: Report }) {
  const entry = (status: Status, one: string, many = one): Entry => {
    const number = rowsOf(report.result, status).length;
    return { status, words: number === 1 ? one : many, number };
  };
  const entries = [
    entry('failed', 'failed'),
    entry('unproven', 'not proven'),
    entry('waived', 'accepted'),
    entry('warned', 'warning', 'warnings'),
    entry('passed', 'passed'),
    entry('undecided', 'undecided'),
    entry('not-applicable', 'not applicable'),
    entry('left-out', 'left out'),
    entry('observed', 'observed'),
  ].filter(({ status, number }) => number > 0 || ALWAYS.includes(status));
  return (
    <ul class="tally">
      {entries.map(({ status, words, number }) => (
        <li key={status} class={number === 0 ? 'none' : status}>
          <FilterLink report={report} of="q" filter={`s:${status}`} to="requirements">
            <Icon status={status} />
            <strong>{count(number)}</strong> <span>{words}</span>
          </FilterLink>
        </li>
      ))}
      {report.figures.length > 1 && <li class="aside">limits count once for each plan</li>}
    </ul>
  );
}
