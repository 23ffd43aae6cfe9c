import { planOfLimit } from '../../../result/row-name.ts';
import { byRequirement, type Row } from '../../../result/summary/causes.ts';
import { anchorOf } from '../anchors.ts';
import { brief } from '../text.ts';

/** Links to rows; plans follow the name of a limit. */
export function RequirementLinks({ rows, most = 6 }: { readonly rows: readonly Row[]; readonly most?: number }) {
  const all = byRequirement(rows);
  return (
    <ul class="ids">
      {all.slice(0, most).map(({ id }) => {
        const own = rows.filter((row) => row.id === id);
        return (
          <li key={id}>
            {own.some(planOfLimit) && <span>{brief(id, 100)}</span>}
            {own.map((row) => (
              <a key={row.name} href={`#${anchorOf(row)}`}>
                {brief(planOfLimit(row) ?? id, 100)}
              </a>
            ))}
          </li>
        );
      })}
      {all.length > most && <li>{`and ${all.length - most} more`}</li>}
    </ul>
  );
}
