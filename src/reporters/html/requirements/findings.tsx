import type { ResultFinding } from '../../../result/result.ts';
import type { Row } from '../../../result/summary/causes.ts';
import { plural } from '../../../text/count.ts';
import { exportLine, moreFindings, repeatLines } from '../../view/evidence.ts';
import { FindingExchanges } from '../exchanges/evidence.tsx';
import { Curl, repeatLabel } from '../exchanges/exchange-item.tsx';
import { Actual, Prose } from '../page/elements.tsx';
import type { Report } from '../report.ts';

import { FINDINGS } from './select.ts';

const OPEN = 2;

interface FindingsProps {
  readonly report: Report;
  readonly row: Row;
  /** Whether the heading already says what the first finding says. */
  readonly isLed: boolean;
}

export function Findings({ report, row, isLed }: FindingsProps) {
  const more = row.findings.slice(OPEN, FINDINGS);
  const rest = row.findings.length - FINDINGS;
  const isShownAlone = repeatLines(row, row.findings.slice(0, FINDINGS)).length > 0;
  return (
    <>
      {row.findings.slice(0, OPEN).map((finding, index) => (
        <Finding key={index} report={report} row={row} finding={finding} isLed={isLed && index === 0} />
      ))}
      {more.length > 0 && (
        <details class="more">
          <summary>{`${plural(row.findings.length - OPEN, 'more violation')}`}</summary>
          {more.map((finding, index) => (
            <Finding key={index} report={report} row={row} finding={finding} />
          ))}
          {rest > 0 && <p class="quiet">{`${moreFindings(rest)}.`}</p>}
        </details>
      )}
      {isShownAlone && (
        <p>
          Test this requirement again: the same command with <code>{row.alone}</code>
        </p>
      )}
    </>
  );
}

interface FindingProps {
  readonly report: Report;
  readonly row: Row;
  readonly finding: ResultFinding;
  readonly isLed?: boolean;
}

/** One finding: expected next to actual. */
function Finding({ report, row, finding, isLed = false }: FindingProps) {
  const { message, curl, creates } = finding;
  return (
    <div class="finding">
      <p class="message">
        {!isLed && <Prose text={message} />} <FindingExchanges report={report} finding={finding} />
      </p>
      <dl class="compare">
        <div>
          <dt>Expected</dt>
          <dd>
            <Prose text={finding.expected} />
          </dd>
        </div>
        <div class="actual">
          <dt>Actual</dt>
          <dd>
            <Actual {...finding} />
          </dd>
        </div>
      </dl>
      {curl !== undefined && <Curl label={repeatLabel(creates)} line={curl} first={exportLine(row)} />}
    </div>
  );
}
