import type { ResultFinding } from '../../../result/result.ts';
import type { Report } from '../report.ts';
import { linked } from '../requirements/named.ts';
import { ExchangeLink } from './exchange-link.tsx';

/** Links to the exchanges of a finding. */
export function ExchangeLinks({ report, finding }: { readonly report: Report; readonly finding: ResultFinding }) {
  const { exchanges } = finding;
  if (exchanges.length === 0) return null;
  const rest = exchanges.length - linked(finding).length;
  return (
    <span class="evidence">
      {exchanges.length === 1 ? 'exchange ' : 'exchanges '}
      {linked(finding).map((seq, index) => (
        <span key={seq}>
          {index > 0 && ', '}
          <ExchangeLink report={report} seq={seq} />
        </span>
      ))}
      {rest > 0 && ` and ${rest} more`}
    </span>
  );
}
