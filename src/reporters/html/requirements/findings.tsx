import type { ResultFinding } from '../../../result/result.ts';
import type { Row } from '../../../result/summary/causes.ts';
import { ExchangeLinks } from '../exchanges/evidence.tsx';
import { Curl } from '../exchanges/exchange-item.tsx';
import { Prose } from '../page/elements.tsx';
import type { Report } from '../report.ts';
import { plural } from '../text.ts';
import { FINDINGS } from './select.ts';

/** Maximum unfolded findings. */
const OPEN = 2;

export function Findings({ report, row }: { readonly report: Report; readonly row: Row }) {
  const more = row.findings.slice(OPEN, FINDINGS);
  const rest = row.findings.length - FINDINGS;
  const isRerunNeeded = row.findings.slice(0, FINDINGS).some(({ curl }) => curl === undefined);
  return (
    <>
      {row.findings.slice(0, OPEN).map((finding, index) => (
        <Finding key={index} report={report} finding={finding} />
      ))}
      {more.length > 0 && (
        <details class="more">
          <summary>{`${plural(row.findings.length - OPEN, 'more finding')}`}</summary>
          {more.map((finding, index) => (
            <Finding key={index} report={report} finding={finding} />
          ))}
          {rest > 0 && <p class="quiet">{`${plural(rest, 'finding')} more in results.json.`}</p>}
        </details>
      )}
      {row.rerun !== undefined && isRerunNeeded && <Curl line={row.rerun} />}
    </>
  );
}

/** One finding: expected next to actual. */
function Finding({ report, finding }: { readonly report: Report; readonly finding: ResultFinding }) {
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
