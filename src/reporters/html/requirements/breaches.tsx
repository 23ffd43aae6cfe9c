import { groupBy } from '../../../exchange/journal/group.ts';
import { planOfCurl } from '../../text/curl-key.ts';
import { rowsOf, type Status } from '../../view/rows.ts';
import type { Report } from '../report.ts';
import { brief } from '../text.ts';
import { Breach } from './breach.tsx';

interface Props {
  readonly report: Report;
  readonly status: Extract<Status, 'failed' | 'warned' | 'waived'>;
  readonly id: string;
  readonly title: string;
  readonly lead: string;
}

/** Everything that failed at one level, a card for each requirement; the plans of a pushed limit share one. */
export function Breaches({ report, status, id, title, lead }: Props) {
  const rows = rowsOf(report.result, status);
  if (rows.length === 0) return null;
  const plan = planOfCurl(rows);
  const byId = groupBy(rows, ({ id }) => id);
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{`${title} (${byId.size})`}</h2>
      <p class="lead">
        {lead}
        {plan !== undefined && ` In curl lines, STORE_API_KEY is the ${brief(plan, 40)} key.`}
      </p>
      {[...byId].map(([key, group]) => (
        <Breach key={key} report={report} rows={group} status={status} />
      ))}
    </section>
  );
}
