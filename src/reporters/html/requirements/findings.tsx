import type { Row } from '../../../result/summary/causes.ts';
import { Curl } from '../exchanges/curl.tsx';
import type { Report } from '../report.ts';
import { plural } from '../text.ts';
import { Finding } from './finding.tsx';
import { FINDINGS } from './named.ts';

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
