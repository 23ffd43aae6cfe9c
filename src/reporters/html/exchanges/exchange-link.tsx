import { exchangeAnchor } from '../anchors.ts';
import type { Report } from '../report.ts';

/** A link to a shown exchange, or its number in the journal. */
export function ExchangeLink({ report, seq }: { readonly report: Report; readonly seq: number }) {
  return report.isShown(seq) ? <a href={`#${exchangeAnchor(seq)}`}>{seq}</a> : <span>{seq}</span>;
}
