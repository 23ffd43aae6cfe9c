import { Agent, type IncomingMessage, request as send } from 'node:http';
import type { Clock } from '../../../src/io/clock.ts';
import type { Connect } from '../../../src/io/io.ts';
import { milliseconds } from './arguments.ts';

export interface K6Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly error: string;
  readonly error_code: number;
  readonly timings: Readonly<Record<'blocked' | 'connecting', number>>;
}

export interface Params {
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeout?: string;
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
 * HTTP/1.1 as k6 2.2 sends and reads it, over the network of a test. Never rejects; status 0 says that there is no response.
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
      const timings = { blocked: 0, connecting: 0 };
      let received: Buffer[] | undefined;
      let abandon = () => {};
      let over = false;

      const finish = (answer: Omit<K6Response, 'timings'>) => {
        over = true;
        cancelTimer();
        cancelTimer = clock.after(RECEIPT, () => {
          forget();
          resolve({ ...answer, timings });
        });
      };
      const fail = ([error_code, error]: Failure) => {
        if (over) return;
        abandon();
        finish({ status: 0, headers: {}, body: null, error, error_code });
      };
      let cancelTimer = clock.after(limit, () => fail(TIMED_OUT));
      const forget = track(() => {
        over = true;
        cancelTimer();
        abandon();
      });

      const complete = (response: IncomingMessage, text: string) => {
        const { statusCode: status = 0 } = response;
        const error_code = status >= 400 ? 1_000 + status : 0;
        if (!over) finish({ status, headers: headersOf(response), body: text, error: '', error_code });
      };

      const open = () => {
        const { hostname: host, port, pathname, search } = url;
        const headers = { 'User-Agent': userAgent, ...params.headers };
        const path = `${pathname}${search}`;
        const sent = send({ agent, host, port, method, path, headers, insecureHTTPParser: true });
        abandon = () => void sent.destroy();
        sent.once('socket', () => {
          timings.blocked = clock.now() - began;
          if (!sent.reusedSocket) timings.connecting = HANDSHAKE;
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
          response.once('end', () => complete(response, Buffer.concat(received ?? []).toString()));
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
