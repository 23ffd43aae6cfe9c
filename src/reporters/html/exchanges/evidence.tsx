import type { RequirementResult, ResultFinding } from '../../../result/result.ts';
import { planOfLimit } from '../../../result/row-name.ts';
import { exchangeNoun } from '../../view/evidence.ts';
import { areaOf, exchangeAnchor, planAnchor } from '../anchors.ts';
import type { Figure } from '../figure/figure.ts';
import type { Report } from '../report.ts';
import { linked } from '../requirements/select.ts';

/** Maximum links in a row. */
const MOST = 6;
/** Areas with their own probes; the others are judged over every response. */
const AREAS = ['auth', 'list', 'create', 'get'];

/** Links to the evidence: the exchanges of findings, the plan's figure, or the area's exchanges. */
export function Evidence({ report, row }: { readonly report: Report; readonly row: RequirementResult }) {
  const named = [...new Set(row.findings.flatMap(({ exchanges }) => exchanges))];
  const plan = planOfLimit(row);
  const area = areaOf(row.id);
  const own = AREAS.includes(area) && report.hasArea(area);
  const some = row.subjects > 0;
  return (
    <>
      <ExchangeLinks report={report} seqs={named.slice(0, MOST)} of={named.length} />
      {report.figures.some((one) => one.plan.plan === plan && isDrawn(row, one.figure)) && (
        <a href={`#${planAnchor(plan ?? '')}`}>{named.length > 0 ? ' · figure' : 'figure'}</a>
      )}
      {area === 'capacity' && report.result.capacity !== undefined && <a href="#capacity">capacity</a>}
      {plan === undefined && named.length === 0 && some && report.result.capacity === undefined && (
        <a href={own ? `#exchanges-${area}` : '#exchanges'}>{own ? area : 'all'}</a>
      )}
    </>
  );
}

/** The figure shows the last attempt. */
const isDrawn = ({ findings: [finding] }: RequirementResult, { before }: Figure): boolean =>
  before === 0 || finding?.attempt === undefined;

interface LinksProps {
  readonly report: Report;
  readonly seqs: readonly number[];
  /** How many there are. */
  readonly of: number;
}

/** Links to exchanges; an exchange that is not shown has only its number in the journal. */
function ExchangeLinks({ report, seqs, of }: LinksProps) {
  return (
    <>
      {seqs.map((seq, index) => (
        <span key={seq}>
          {index > 0 && ', '}
          {report.isShown(seq) ? <a href={`#${exchangeAnchor(seq)}`}>{seq}</a> : seq}
        </span>
      ))}
      {of > seqs.length && ` and ${of - seqs.length} more`}
    </>
  );
}

export function FindingExchanges({ report, finding }: { readonly report: Report; readonly finding: ResultFinding }) {
  const { length } = finding.exchanges;
  if (length === 0) return null;
  return (
    <span class="evidence">
      {`${exchangeNoun(finding)} `}
      <ExchangeLinks report={report} seqs={linked(finding)} of={length} />
    </span>
  );
}
