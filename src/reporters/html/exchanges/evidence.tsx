import type { RequirementResult, ResultFinding } from '../../../result/result.ts';
import { planOfLimit } from '../../../result/row-name.ts';
import { areaOf, exchangeAnchor, planAnchor } from '../anchors.ts';
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
      {named.slice(0, MOST).map((seq, index) => (
        <span key={seq}>
          {index > 0 && ', '}
          <ExchangeLink report={report} seq={seq} />
        </span>
      ))}
      {named.length > MOST && ` and ${named.length - MOST} more`}
      {plan !== undefined && report.figures.some((one) => one.plan.plan === plan) && (
        <a href={`#${planAnchor(plan)}`}>{named.length > 0 ? ' · figure' : 'figure'}</a>
      )}
      {area === 'capacity' && report.result.capacity !== undefined && <a href="#capacity">steps</a>}
      {plan === undefined && named.length === 0 && some && report.result.capacity === undefined && (
        <a href={own ? `#exchanges-${area}` : '#exchanges'}>{own ? area : 'all'}</a>
      )}
    </>
  );
}

/** A link to a shown exchange, or its number in the journal. */
export function ExchangeLink({ report, seq }: { readonly report: Report; readonly seq: number }) {
  return report.isShown(seq) ? <a href={`#${exchangeAnchor(seq)}`}>{seq}</a> : <span>{seq}</span>;
}

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
