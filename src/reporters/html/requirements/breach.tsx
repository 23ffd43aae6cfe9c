import type { RequirementResult } from '../../../result/result.ts';
import { planOfLimit } from '../../../result/row-name.ts';
import type { Status } from '../../view/rows.ts';
import { waivedBy } from '../../view/waived.ts';
import { Icon } from '../page/icon.tsx';
import { Prose } from '../page/prose.tsx';
import type { Report } from '../report.ts';
import { brief } from '../text.ts';
import { anchorOf, breachAnchor } from '../words.ts';
import { Findings } from './findings.tsx';
import { Quote } from './quote.tsx';

interface Props {
  readonly report: Report;
  /** Of one requirement: one row, or one for each plan that was pushed. */
  readonly rows: readonly RequirementResult[];
  readonly status: Status;
}

export function Breach({ report, rows, status }: Props) {
  const [row] = rows;
  if (row === undefined) return null;
  const { id, title } = row;
  return (
    <article class={`breach ${status}`} aria-labelledby={breachAnchor(id)}>
      <header>
        <Icon status={status} size={20} />
        <div>
          <h3 id={breachAnchor(id)}>
            <Prose text={title} />
          </h3>
          <a class="id" href={`#${anchorOf(row)}`}>
            {id}
          </a>
        </div>
      </header>
      <Quote {...row} />
      {rows.map((one) => (
        <div key={anchorOf(one)} class="of-plan">
          {planOfLimit(one) !== undefined && (
            <h4>
              <a href={`#${anchorOf(one)}`}>{brief(one.plan ?? '', 40)}</a>
            </h4>
          )}
          {one.waiver !== undefined && <p class="waiver">{waivedBy(one)}</p>}
          <Findings report={report} row={one} />
        </div>
      ))}
    </article>
  );
}
