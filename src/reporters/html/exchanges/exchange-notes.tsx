import { anchorOf } from '../anchors.ts';
import { Prose } from '../page/prose.tsx';
import type { Naming } from '../requirements/named.ts';
import { plural } from '../text.ts';

/** Maximum notes on one exchange. */
const MOST = 8;

/** The findings about this exchange. */
export function ExchangeNotes({ namings }: { readonly namings: readonly Naming[] }) {
  if (namings.length === 0) return null;
  return (
    <ul class="notes">
      {namings.slice(0, MOST).map(({ row, finding }, index) => (
        <li key={index}>
          <a href={`#${anchorOf(row)}`}>{anchorOf(row)}</a>
          {': expected '}
          <em>
            <Prose text={finding.expected} length={300} />
          </em>
          {', actual '}
          <strong>
            <Prose text={finding.actual} length={300} />
          </strong>
        </li>
      ))}
      {namings.length > MOST && <li>{`and ${plural(namings.length - MOST, 'finding')} more`}</li>}
    </ul>
  );
}
