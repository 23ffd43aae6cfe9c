import { isAnswered } from '../../../exchange/exchange.ts';
import type { Exchange } from '../../../exchange/records/exchange-record.ts';
import { curlFor } from '../../../result/curl.ts';
import { exportFor, takesKey } from '../../../result/key-variable.ts';
import { canCreate } from '../../../result/residue.ts';
import { plural } from '../../../text/count.ts';
import { inert } from '../../../text/inert.ts';
import { PHASES } from '../../../text/progress.ts';
import { CREATES, curlLine, exportLine } from '../../view/evidence.ts';
import { nameOf } from '../../view/names.ts';
import { anchorOf, exchangeAnchor, slug } from '../anchors.ts';
import { marksOf } from '../marks.ts';
import { Actual, Prose } from '../page/elements.tsx';
import type { Report } from '../report.ts';
import type { Naming } from '../requirements/select.ts';
import { brief, duration } from '../text.ts';
import { RequestText, ResponseText } from './messages.tsx';

/** Maximum characters of a body. */
const BODY = { cited: 10_000, other: 2_000 } as const;

/** One request with its response. The anchor is inside, because browsers open closed parents of a link target. */
export function ExchangeItem({ report, exchange }: { readonly report: Report; readonly exchange: Exchange }) {
  const { seq, sent, received, probe, key, phase, operation } = exchange;
  const plan = key?.replace(/#1$/, '') ?? report.result.settings.plan;
  const namings = report.named.get(seq) ?? [];
  const shown = namings.find(({ finding }) => finding.exchanges.at(-1) === seq)?.finding.curl;
  const status = isAnswered(exchange) ? String(exchange.received.status) : 'no response';
  const length = namings.length > 0 ? BODY.cited : BODY.other;
  const marks = marksOf(
    exchange,
    namings.map(({ finding }) => finding),
    length,
  );
  const started = sent.at - Date.parse(report.result.run.startedAt);
  return (
    <details
      class={namings.length > 0 ? 'exchange named' : 'exchange'}
      data-tags={tags(status, key, namings.length > 0)}
    >
      <summary>
        <span class="seq">{`#${seq}`}</span>
        <span class="request">
          <code>{brief(`${sent.method} ${sent.path}`, 160)}</code>
        </span>
        <span class={isAnswered(exchange) && exchange.received.status < 500 ? 'status' : 'status bad'}>{status}</span>
        <span class="probe">{brief(probe, 80)}</span>
        <span class="took">{duration(received.at - sent.at)}</span>
      </summary>
      <div class="inside" id={exchangeAnchor(seq)}>
        <ExchangeNotes namings={namings} />
        <p class="quiet">
          {[
            `${started < 0 ? '' : `sent ${(started / 1000).toFixed(3)} s after the start, `}${isAnswered(exchange) ? 'response' : 'no response'} after ${duration(received.at - sent.at)}`,
            brief(operation, 40),
            key === null ? 'no valid key' : `${brief(report.keyName(key), 40)} key`,
            ...(phase === undefined ? [] : [PHASES[phase] ?? brief(phase, 40)]),
          ].join(' · ')}
        </p>
        <div class="wire">
          <RequestText exchange={exchange} length={length} keyName={report.keyName} />
          <ResponseText exchange={exchange} marks={marks} length={length} />
        </div>
        <Curl
          label={repeatLabel(canCreate(exchange))}
          line={shown ?? curlFor(exchange, report.result.target.baseUrl)}
          first={exportLine({ plan, exportKey: exportFor(plan, report.summary.keys) })}
        />
      </div>
    </details>
  );
}

function tags(status: string, key: string | null, named: boolean): string {
  return `status:${status.replace(' ', '-')} key:${slug(key ?? 'none')}${named ? ' named' : ''}`;
}

/** Maximum notes on one exchange. */
const MOST = 8;

/** The findings about this exchange. */
function ExchangeNotes({ namings }: { readonly namings: readonly Naming[] }) {
  if (namings.length === 0) return null;
  return (
    <ul class="notes">
      {namings.slice(0, MOST).map(({ row, finding }, index) => (
        <li key={index}>
          <a href={`#${anchorOf(row)}`}>{nameOf(row)}</a>
          {': expected '}
          <em>
            <Prose text={finding.expected} length={300} />
          </em>
          {', actual '}
          <Actual {...finding} length={300} />
        </li>
      ))}
      {namings.length > MOST && <li>{`and ${plural(namings.length - MOST, 'violation')} more`}</li>}
    </ul>
  );
}

export const repeatLabel = (creates = false): string => `Repeat the request${creates ? ` (${CREATES})` : ''}`;

interface CurlProps {
  readonly label: string;
  readonly line: string;
  /** Sets the key, if the line takes it. */
  readonly first?: string;
}

/** A shell command; the page's script adds a copy button. */
export function Curl({ label, line, first }: CurlProps) {
  return (
    <>
      <p class="label">{label}</p>
      {first !== undefined && takesKey(line) && <p class="label">{inert(first)}</p>}
      <pre class="curl">
        <code>{curlLine(line, inert)}</code>
      </pre>
    </>
  );
}
