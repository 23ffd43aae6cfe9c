import type { ResultFinding } from '../../../result/result.ts';
import { Curl } from '../exchanges/curl.tsx';
import { ExchangeLinks } from '../exchanges/exchange-links.tsx';
import { Prose } from '../page/prose.tsx';
import type { Report } from '../report.ts';

/** One finding: expected next to actual. */
export function Finding({ report, finding }: { readonly report: Report; readonly finding: ResultFinding }) {
  const { message, expected, actual, curl } = finding;
  return (
    <div class="finding">
      <p class="message">
        <Prose text={message} /> <ExchangeLinks report={report} finding={finding} />
      </p>
      <dl class="compare">
        <div class="expected">
          <dt>Expected</dt>
          <dd>
            <Prose text={expected} />
          </dd>
        </div>
        <div class="actual">
          <dt>Actual</dt>
          <dd>
            <Prose text={actual} />
          </dd>
        </div>
      </dl>
      {curl !== undefined && <Curl line={curl} />}
    </div>
  );
}
