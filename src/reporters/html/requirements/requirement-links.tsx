import type { RequirementResult } from '../../../result/result.ts';
import { planOfLimit } from '../../../result/row-name.ts';
import { brief } from '../text.ts';
import { anchorOf } from '../words.ts';

/** Requirements that are named. */
const MOST = 6;

/** Links to rows; a pushed limit's plans stand behind its name. */
export function RequirementLinks({ rows }: { readonly rows: readonly RequirementResult[] }) {
  const ids = [...new Set(rows.map(({ id }) => id))];
  return (
    <ul class="ids">
      {ids.slice(0, MOST).map((id) => {
        const own = rows.filter((row) => row.id === id);
        return (
          <li key={id}>
            {own.some(planOfLimit) && <span>{brief(id, 100)}</span>}
            {own.map((row) => (
              <a key={anchorOf(row)} href={`#${anchorOf(row)}`}>
                {brief(planOfLimit(row) ?? id, 100)}
              </a>
            ))}
          </li>
        );
      })}
      {ids.length > MOST && <li>{`and ${ids.length - MOST} more`}</li>}
    </ul>
  );
}
