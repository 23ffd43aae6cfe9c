import { FilterLink } from './filter-link.tsx';
import { Icon } from './icon.tsx';
import type { Report } from './report.ts';
import { count } from './text.ts';
import { type State, stateOf } from './words.ts';

/** The numbers, musts first; each leads to its rows. */
export function Tally({ report }: { readonly report: Report }) {
  const { requirements } = report.result;
  const of = (state: State, level: string) =>
    requirements.filter((row) => stateOf(row) === state && row.level === level).length;
  const musts = (['fail', 'inconclusive', 'pass', 'not-applicable'] as const).map((state) => ({
    state,
    words: MUST_WORDS[state],
    number: of(state, 'must'),
    filter: `s:${state} l:must`,
  }));
  const warnings = of('warning', 'should');
  const entries: readonly { state: State; words: string; number: number; filter: string }[] = [
    ...musts,
    { state: 'warning', words: warnings === 1 ? 'warning' : 'warnings', number: warnings, filter: 's:warning' },
    { state: 'observed', words: 'observed', number: of('observed', 'observe'), filter: 's:observed' },
  ];
  return (
    <ul class="tally" aria-label="Totals">
      {entries.map(({ state, words, number, filter }) => (
        <li key={state} class={number === 0 ? 'none' : state}>
          <FilterLink report={report} of="q" filter={filter} to="requirements">
            <Icon state={state} />
            <strong>{count(number)}</strong> <span>{words}</span>
          </FilterLink>
        </li>
      ))}
      {report.figures.length > 1 && <li class="aside">limits count once for each plan</li>}
    </ul>
  );
}

const MUST_WORDS = {
  fail: 'failed',
  inconclusive: 'not proven',
  pass: 'musts passed',
  'not-applicable': 'not applicable',
} as const;
