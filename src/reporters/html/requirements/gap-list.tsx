import { groupBy } from '../../../exchange/journal/group.ts';
import type { Row } from '../../../result/summary/causes.ts';
import { GAP_KINDS, type Gap, gapsOf, notTestable } from '../../view/gaps.ts';
import { anchorOf } from '../anchors.ts';
import { Prose } from '../page/elements.tsx';
import type { Report } from '../report.ts';
import { brief } from '../text.ts';

const OPEN = 4;

/** What the run does not prove, shown next to the verdict because it limits what a pass means. */
export function GapList({ report }: { readonly report: Report }) {
  const gaps = gapsOf(report.summary);
  const rest = gaps.slice(OPEN);
  return (
    <div class="gaps">
      <h2>What this run does not prove</h2>
      <Gaps gaps={gaps.slice(0, OPEN)} />
      {rest.length > 0 && (
        <details>
          <summary>{`${rest.length} more`}</summary>
          <Gaps gaps={rest} />
        </details>
      )}
      <p class="always">{`Not testable: ${notTestable(report.result)}.`}</p>
    </div>
  );
}

function Gaps({ gaps }: { readonly gaps: readonly Gap[] }) {
  return (
    <ul>
      {gaps.map(({ kind, words, rows }) => (
        <li key={words} class={kind}>
          <strong>{GAP_KINDS[kind]}</strong> <Prose text={words} length={400} />
          {rows.length > 0 && <RequirementLinks rows={rows} />}
        </li>
      ))}
    </ul>
  );
}

const isOfPlan = ({ part }: Row): boolean => part === 'limits';

/** Links to rows; plans follow the name of a requirement of limits. */
export function RequirementLinks({ rows, most = 6 }: { readonly rows: readonly Row[]; readonly most?: number }) {
  const all = [...groupBy(rows, ({ id }) => id)];
  return (
    <ul class="ids">
      {all.slice(0, most).map(([id, own]) => (
        <li key={id}>
          {own.some(isOfPlan) && <span>{brief(id, 100)}</span>}
          {own.map((row) => (
            <a key={row.name} href={`#${anchorOf(row)}`}>
              {brief((isOfPlan(row) ? row.plan : own.some(isOfPlan) ? row.part : undefined) ?? id, 100)}
            </a>
          ))}
        </li>
      ))}
      {all.length > most && <li>{`and ${all.length - most} more`}</li>}
    </ul>
  );
}
