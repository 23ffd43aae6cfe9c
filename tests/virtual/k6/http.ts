import { Agent, type IncomingMessage, request as send } from 'node:http';
import type { Clock } from '../../../src/io/clock.ts';
import type { Connect } from '../../../src/io/io.ts';
import { milliseconds } from './arguments.ts';

export interface K6Response {
  readonly status: number;
  readonly status_text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly error: string;
  readonly error_code: number;
  readonly timings: Readonly<Record<'blocked' | 'connecting', number>>;
}

export interface Params {
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeout?: string;
  readonly responseType?: 'text' | 'none';
}

export interface HttpOptions {
  readonly clock: Clock;
  readonly connect: Connect;
  readonly userAgent: string;
  /** False: a connection for each request (option noConnectionReuse). */
  readonly reuse: boolean;
  /** Keeps a function that abandons a request; the returned one forgets it. */
  readonly track: (abandon: () => void) => () => void;
}

type Failure = readonly [code: number, message: string];

const TIMED_OUT: Failure = [1050, 'request timeout'];
const RESET: Failure = [1220, 'read: connection reset by peer'];
const CUT: Failure = [1000, 'unexpected EOF'];

/** k6's codes of errors that have a number of their own; all others are 1000. */
const FAILURES: Readonly<Record<string, Failure>> = {
  ECONNREFUSED: [1212, 'dial: connection refused'],
  ENOTFOUND: [1101, 'lookup: no such host'],
  ECONNRESET: RESET,
};

/** Milliseconds of virtual time for a handshake, about what loopback takes: so that `connecting` tells a new connection. */
const HANDSHAKE = 0.1;

/** Milliseconds until the script has its response: so that requests that are sent together are under way together. */
const RECEIPT = 0.2;

/**
 * HTTP/1.1 as k6 2.2 sends and reads it, over the network of a test. Never rejects; status 0 says that there is no answer.
 * On a reused connection that closes without an answer, a GET is sent once more, as Go does. Redirects are not followed. Node reads
 * the responses: the messages for malformed ones differ from Go's, and a few that Go accepts are malformed.
 */
export function httpClient({ clock, connect, userAgent, reuse, track }: HttpOptions) {
  const agent = Object.assign(new Agent({ keepAlive: reuse }), {
    createConnection: (
      { host, port }: { host: string; port: string },
      give: (error: Error | null, socket?: unknown) => void,
    ) => {
      void clock.sleep(HANDSHAKE).then(() => connect({ hostname: host, port, protocol: 'http:' }, give));
    },
  });

  const request = (method: string, address: string, body: string | null, params: Params = {}) =>
    new Promise<K6Response>((resolve) => {
      const url = new URL(address);
      const began = clock.now();
      const limit = params.timeout === undefined ? 60_000 : milliseconds(params.timeout);
      const moments = { connected: began, connecting: 0 };
      let received: Buffer[] | undefined;
      let abandon = () => {};
      let over = false;

      const finish = (answer: Omit<K6Response, 'timings'>) => {
        over = true;
        cancelTimer();
        cancelTimer = clock.after(RECEIPT, () => {
          forget();
          const { connected, connecting } = moments;
          resolve({ ...answer, timings: { blocked: connected - began, connecting } });
        });
      };
      const fail = ([error_code, error]: Failure) => {
        if (over) return;
        abandon();
        const text = received === undefined ? null : Buffer.concat(received).toString();
        finish({ status: 0, status_text: '', headers: {}, body: text, error, error_code });
      };
      let cancelTimer = clock.after(limit, () => fail(TIMED_OUT));
      const forget = track(() => {
        over = true;
        cancelTimer();
        abandon();
      });

      const complete = (response: IncomingMessage) => {
        const headers = headersOf(response);
        const text = Buffer.concat(received ?? []).toString();
        received = undefined;
        if (over) return;
        const { statusCode: status = 0, statusMessage } = response;
        const isBare = params.responseType === 'none' || status === 204 || status === 304;
        const about = { status, status_text: `${status} ${statusMessage}`, headers, error: '' };
        finish({ ...about, body: isBare ? null : text, error_code: status >= 400 ? 1_000 + status : 0 });
      };

      const open = () => {
        const { hostname: host, port, pathname, search } = url;
        const headers = headerLines(url, body, params.headers ?? {}, userAgent, !reuse);
        const parser = { insecureHTTPParser: true, setDefaultHeaders: false };
        const sent = send({ agent, host, port, method, path: `${pathname}${search}`, headers, ...parser });
        abandon = () => void sent.destroy();
        sent.once('socket', () => {
          moments.connected = clock.now();
          if (!sent.reusedSocket) moments.connecting = clock.now() - began;
        });
        sent.on('error', ({ code = '', message }: NodeJS.ErrnoException) => {
          if (over || received !== undefined) return;
          if (sent.reusedSocket && code === 'ECONNRESET' && method === 'GET') return open();
          if (message === 'socket hang up') fail([1000, 'EOF']);
          else fail(FAILURES[code] ?? [1000, message]);
        });
        sent.once('response', (response) => {
          received = [];
          response.on('data', (chunk: Buffer) => received?.push(chunk));
          response.once('end', () => complete(response));
          response.once('error', ({ code = '', message }: NodeJS.ErrnoException) =>
            fail(code.startsWith('HPE_') ? [1000, message] : CUT),
          );
        });
        sent.end(body ?? undefined);
      };
      open();
    });

  return { request, close: () => agent.destroy() };
}

/** As Go writes them: names canonical and sorted. */
function headerLines(
  url: URL,
  body: string | null,
  headers: Readonly<Record<string, string>>,
  userAgent: string,
  closes: boolean,
): string[] {
  const own = Object.entries(headers).map(([name, value]) => [canonical(name), value] as const);
  return [
    ...['Host', url.host, 'User-Agent', userAgent],
    ...(body === null ? [] : ['Content-Length', String(Buffer.byteLength(body))]),
    ...own.sort(([a], [b]) => (a < b ? -1 : 1)).flat(),
    ...(closes ? ['Connection', 'close'] : []),
  ];
}

/** Canonical names; repeated lines are joined with ", ", as k6 does. Without those of the transfer. */
function headersOf({ rawHeaders }: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name, value] = [canonical(rawHeaders[index] ?? ''), rawHeaders[index + 1] ?? ''];
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  const { 'Transfer-Encoding': transfer, ...others } = headers;
  if (transfer !== undefined) delete others['Content-Length'];
  return others;
}

/** `x-ratelimit-limit` → `X-Ratelimit-Limit` */
const canonical = (name: string): string => name.toLowerCase().replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
