import type { Entry, Header, QueryString, Response } from 'har-format';
import { bytesOf } from '../exchange/body.ts';
import { headerValue } from '../exchange/exchange.ts';
import type { Exchange, HeaderLine, RecordedResponse } from '../exchange/records/exchange-record.ts';
import type { Result } from '../result/result.ts';
import { inertJson } from '../text/inert.ts';

/** HAR 1.2 of all exchanges, one entry per line. A generator, because a load run has many. Redacted like the journal. */
export function* har({ tool, target, run }: Result, exchanges: Iterable<Exchange>): Generator<string> {
  const creator = { name: tool.name, version: tool.version };
  yield `{"log":{"version":"1.2","creator":${inertJson(creator)},"comment":${inertJson(`run ${run.id}`)},"entries":[\n`;
  let between = '';
  for (const exchange of exchanges) {
    yield `${between}${inertJson(entry(exchange, target.baseUrl))}`;
    between = ',\n';
  }
  yield '\n]}}\n';
}

/** A HAR entry with members of storecheck: HAR allows additional names that begin with an underscore. */
type StorecheckEntry = Entry & Readonly<Record<`_${string}`, string | number | null | undefined>>;

function entry(exchange: Exchange, baseUrl: string): StorecheckEntry {
  const { sent, received, seq, probe, recorder, key } = exchange;
  const { body } = sent;
  const time = Math.max(0, received.at - sent.at);
  const failure = 'failure' in received ? received.failure : received.cut;
  return {
    startedDateTime: new Date(sent.at).toISOString(),
    time,
    request: {
      method: sent.method,
      url: `${baseUrl}${sent.path}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headers(sent.headers),
      queryString: queryString(sent),
      headersSize: -1,
      bodySize: body === null ? 0 : bytes(body),
      postData: body === null ? undefined : { mimeType: headerValue(sent.headers, 'Content-Type') ?? '', text: body },
    },
    response: response(received),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    _exchange: seq,
    _probe: probe,
    _recorder: recorder,
    _key: key,
    _error: failure && `${failure.code}: ${failure.message}`,
  };
}

/** The response in HAR. A missing one has status 0, as browsers write it. */
function response(received: Exchange['received']): Response {
  const none: RecordedResponse = { at: received.at, status: 0, headers: [], body: null };
  const { status, headers: lines, body, encoding } = 'failure' in received ? none : received;
  const size =
    body === null ? 0 : encoding === 'base64' ? Math.floor((body.replace(/=+$/, '').length * 3) / 4) : bytes(body);
  return {
    status,
    statusText: '',
    httpVersion: status === 0 ? '' : 'HTTP/1.1',
    cookies: [],
    headers: headers(lines),
    content: { size, mimeType: headerValue(lines, 'Content-Type') ?? 'x-unknown', text: body ?? undefined, encoding },
    redirectURL: headerValue(lines, 'Location') ?? '',
    headersSize: -1,
    bodySize: -1,
  };
}

const headers = (lines: readonly HeaderLine[]): Header[] => lines.map(([name, value]) => ({ name, value }));

/** The query parameters as sent, not decoded, because a probe may send an invalid escape. */
const queryString = ({ path }: Exchange['sent']): QueryString[] =>
  [...path.replace(/^[^?]*/, '').matchAll(/[?&]([^=&]+)=?([^&]*)/g)].map(([, name = '', value = '']) => ({
    name,
    value,
  }));

const bytes = (text: string) => bytesOf(text).length;
