import type { RequirementResult } from '../../result/result.ts';
import { Findings } from './findings.tsx';
import { Icon } from './icon.tsx';
import { Prose } from './prose.tsx';
import type { Report } from './report.ts';
import { anchorOf, planOfLimit, type State } from './words.ts';

interface Props {
  readonly report: Report;
  /** Of one requirement: one row, or one for each plan that was pushed. */
  readonly rows: readonly RequirementResult[];
  readonly state: State;
}

export function Breach({ report, rows, state }: Props) {
  const [row] = rows;
  if (row === undefined) return null;
  const { id, title, quote, clause, source } = row;
  return (
    <article class={`breach ${state}`} aria-labelledby={`breach-${id}`}>
      <header>
        <Icon state={state} size={20} />
        <div>
          <h3 id={`breach-${id}`}>
            <Prose text={title} />
          </h3>
          <a class="id" href={`#${anchorOf(row)}`}>
            {id}
          </a>
        </div>
      </header>
      <blockquote>
        <p>
          “<Prose text={quote} />”
        </p>
        <footer>{source === undefined ? clause : `${clause}; ${source}`}</footer>
      </blockquote>
      {rows.map((one) => (
        <div key={anchorOf(one)} class="of-plan">
          {planOfLimit(one) !== undefined && (
            <h4>
              <a href={`#plan-${one.plan}`}>{one.plan}</a>
            </h4>
          )}
          <Findings report={report} row={one} />
        </div>
      ))}
    </article>
  );
}
