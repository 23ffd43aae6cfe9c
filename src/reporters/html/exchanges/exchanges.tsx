import { groupBy } from '../../../exchange/journal/group.ts';
import type { Exchange } from '../../../exchange/records/exchange-record.ts';
import { count, plural } from '../../../text/count.ts';
import { PHASES } from '../../../text/progress.ts';
import { areaOf, groupHeading, slug } from '../anchors.ts';
import { FilterBox } from '../page/filter.tsx';
import type { Report } from '../report.ts';
import { brief, capital } from '../text.ts';
import { ExchangeItem } from './exchange-item.tsx';

/** The exchanges in order: of the check by area, of k6 by plan. */
export function Exchanges({ report }: { readonly report: Report }) {
  const groups = groupBy(report.shown, groupOf);
  return (
    <section id="exchanges" aria-labelledby="exchanges-title">
      <h2 id="exchanges-title">Requests</h2>
      <p class="lead">
        {`This page shows ${count(report.shown.length)} of ${count(report.total)} requests${selection(report)}. All are in `}
        <a href="exchanges.ndjson">exchanges.ndjson</a>, without the keys.
      </p>
      <LeftOut report={report} />
      <FilterBox
        name="x"
        label="Filter requests"
        chips={[
          ...(report.named.size > 0 ? [['part of a violation', 'named'] as const] : []),
          ...Object.keys(report.result.requests.byStatus).map(
            (status) => [status.slice(0, 40), `status:${slug(status).replaceAll('_', '-')}`] as const,
          ),
        ]}
        target="exchange-list"
      />
      <div id="exchange-list">
        {[...groups].map(([group, exchanges]) => (
          <details key={group} class="group" id={`exchanges-${group}`}>
            <summary>
              <h3>{capital(groupHeading(group.replace('-', ', ')))}</h3>
              <span class="count">{plural(exchanges.length, 'request')}</span>
            </summary>
            {exchanges.map((exchange) => (
              <ExchangeItem key={exchange.seq} report={report} exchange={exchange} />
            ))}
          </details>
        ))}
      </div>
    </section>
  );
}

function selection({ shown, total, result, figures }: Report): string {
  if (shown.length === total) return '';
  const isOfLimits = result.run.command === 'limits';
  const parts = [
    'those that show a violation',
    ...(isOfLimits ? [] : ['those of the check']),
    ...(isOfLimits || figures.length > 0
      ? ['single requests of the limit experiments', 'those just before and after refusals']
      : []),
  ];
  return `: ${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`;
}

function groupOf({ recorder, probe, key }: Exchange): string {
  return recorder === 'client' ? areaOf(probe) : `limit-${slug(key?.split('#', 1)[0] ?? 'none')}`;
}

/** Exchanges that are counted instead of shown. */
function LeftOut({ report }: { readonly report: Report }) {
  const parts = report.parts.filter(({ sent, shown }) => sent > shown);
  if (parts.length === 0 && report.ownLeftOut === 0) return null;
  return (
    <ul class="left-out">
      {report.ownLeftOut > 0 && <li>{`${plural(report.ownLeftOut, 'request')} of the check not shown`}</li>}
      {parts.map(({ key, phase, sent, shown }) => (
        <li key={`${key} ${phase}`}>
          {brief(report.keyName(key), 40)}
          {`, ${PHASES[phase] ?? brief(phase, 40)}: ${plural(sent, 'request')}, ${shown === 0 ? 'none' : count(shown)} shown`}
        </li>
      ))}
    </ul>
  );
}
