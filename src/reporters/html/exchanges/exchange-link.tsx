import { exchangeAnchor } from '../anchors.ts';
import type { Report } from '../report.ts';

/** To an exchange that is shown; where it is not, its number in the journal. */
export function ExchangeLink({ report, seq }: { readonly report: Report; readonly seq: number }) {
  return report.isShown(seq) ? <a href={`#${exchangeAnchor(seq)}`}>{seq}</a> : <span>{seq}</span>;
}
