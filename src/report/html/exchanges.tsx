import { isAnswered, statusName } from '../../exchange/exchange.ts';
import { phaseName } from '../../exchange/phases.ts';
import type { Exchange, RecordedResponse } from '../../exchange/records/exchange-record.ts';
import type { Shown } from '../../result/view/shown-exchanges.ts';
import type { View } from '../../result/view/view.ts';
import { inert, truncated } from '../../text/inert.ts';
import { count, plural } from '../../text/number-text.ts';
import { findingText } from '../lines.ts';
import { capital, failureAnchor, prose } from './prose.tsx';

/** Text of a journal on one line, with visible control characters, truncated. */
const brief = (text: string, length: number): string => inert(truncated(text, length));

export type Page = Shown & { readonly view: View };

export function Exchanges({ page: { view, groups, total, seqs, cited } }: { readonly page: Page }) {
  const start = Date.parse(view.result.run.startedAt);
  return (
    <section id="exchanges" aria-labelledby="exchanges-title">
      <h2 id="exchanges-title">Requests</h2>
      <p class="lead">
        {`This page shows ${count(seqs.size)} of ${count(total)} requests${seqs.size < total ? ': those that show a violation, and those that are not part of a burst' : ''}. All are in `}
        <a href="exchanges.ndjson">exchanges.ndjson</a>, without the keys.
      </p>
      {[...groups].map(([group, exchanges]) => (
        <details key={group} class="group">
          <summary>
            <h3>{capital(group)}</h3>
            <span class="quiet">{plural(exchanges.length, 'request')}</span>
          </summary>
          {exchanges.map((exchange) => item(exchange, cited, start))}
        </details>
      ))}
    </section>
  );
}

/** A folded request with its response. The anchor is inside, because browsers unfold the parents of a link target. */
function item(exchange: Exchange, cited: Page['cited'], start: number) {
  const { seq, sent, received, recorder, probe, key, phase } = exchange;
  const shows = cited.get(seq) ?? [];
  const labels = [...(recorder === 'client' ? [probe] : []), ...(phase === undefined ? [] : [phaseName(phase)])];
  const line = `${sent.method} ${sent.path}`;
  const status = statusName(isAnswered(exchange) ? exchange.received.status : 0);
  const length = shows.length > 0 ? 10_000 : 2_000;
  const response =
    'failure' in received
      ? { title: 'No response', start: `${received.failure.code}: ${received.failure.message}`, headers: [], body: '' }
      : { title: 'Response', start: status, ...received };
  const moment = `Sent ${((sent.at - start) / 1_000).toFixed(3)} s after the start, ${key === null ? 'without a valid key' : `with the key ${brief(key, 40)}`}.`;
  return (
    <details class={shows.length > 0 ? 'exchange named' : 'exchange'}>
      <summary>
        <span class="quiet">{`#${seq}`}</span>
        <code class="request">{brief(line, 160)}</code>
        <strong class="status">{status}</strong>
        <span class="quiet probe">{brief(labels.join(', '), 80)}</span>
        <span class="quiet">{`${Number((received.at - sent.at).toPrecision(3))} ms`}</span>
      </summary>
      <div class="inside" id={`exchange-${seq}`}>
        {shows.map(({ row, finding }, index) => (
          <p key={index}>
            <a href={`#${failureAnchor([row])}`}>{row.name}</a>: {prose(findingText(finding))}
          </p>
        ))}
        <p class="quiet">{moment}</p>
        <div class="wire">
          <Message title="Request" start={line} {...sent} body={sent.body ?? ''} length={length} />
          <Message {...response} length={length} />
        </div>
      </div>
    </details>
  );
}

/** A request or a response. `length` is the maximum number of characters of its body. */
type MessageProps = Pick<RecordedResponse, 'headers' | 'body' | 'encoding' | 'cut'> &
  Record<'title' | 'start', string> & { readonly length: number };

const MAX_HEADERS = 60;

/** A raw message with its headers in their original order and letter case. */
function Message({ title, start, headers, body, encoding, cut: incomplete, length }: MessageProps) {
  const lines = headers.slice(0, MAX_HEADERS).map(([name, value]) => `${brief(name, 200)}: ${brief(value, 500)}`);
  const rest = headers.length - lines.length;
  const full = body ?? '';
  const shown = full.slice(0, length).replace(/[\ud800-\udbff]$/, '');
  // Adds line breaks between the animals of a list, and makes other control characters visible.
  const lined = shown.startsWith('[') ? shown.replace(/\},\s*\{/g, '},\n{') : shown;
  const text = lined.split(/\r?\n/).map(inert).join('\n');
  const notes = [
    ...(rest > 0 ? [`${plural(rest, 'more header')}.`] : []),
    ...(body === null ? ['The body was not recorded.'] : []),
    ...(shown.length < full.length ? [`The first ${count(shown.length)} of ${count(full.length)} characters.`] : []),
    ...(encoding === 'base64' ? ['Bytes that are not UTF-8, as base64.'] : []),
    ...(incomplete === undefined ? [] : [`Incomplete body: ${brief(incomplete.message, 300)}`]),
  ];
  return (
    <div>
      <h4>{title}</h4>
      <pre>{[brief(start, 2_000), ...lines, ...(shown === '' ? [] : ['', text])].join('\n')}</pre>
      {notes.length > 0 && <p class="quiet">{notes.join(' ')}</p>}
    </div>
  );
}
