import type { Duplex } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Clock } from '../../../src/io/clock.ts';
import type { Connect } from '../../../src/io/io.ts';
import { milliseconds } from './arguments.ts';
import { canonical, type Head, type Reading, readResponse } from './response.ts';

export interface K6Response {
  readonly status: number;
  readonly status_text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly error: string;
  readonly error_code: number;
  readonly timings: Readonly<
    Record<'blocked' | 'connecting' | 'sending' | 'waiting' | 'receiving' | 'duration', number>
  >;
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
 * On a reused connection that closes without an answer, a GET is sent once more, as Go does. Redirects are not followed.
 */
export function httpClient({ clock, connect, userAgent, reuse, track }: HttpOptions) {
  const idle = new Map<string, Duplex[]>();

  const dial = async (url: URL): Promise<Duplex> => {
    await clock.sleep(HANDSHAKE);
    return new Promise((resolve, reject) => {
      connect({ hostname: url.hostname, port: url.port, protocol: url.protocol }, (error, socket) => {
        if (socket === null) reject(error);
        else resolve(socket.on('error', () => {}));
      });
    });
  };

  const request = (method: string, address: string, body: string | null, params: Params = {}) =>
    new Promise<K6Response>((resolve) => {
      const url = new URL(address);
      const began = clock.now();
      const limit = params.timeout === undefined ? 60_000 : milliseconds(params.timeout);
      const moments = { connected: began, first: began, connecting: 0 };
      let received: Buffer[] = [];
      let socket: Duplex | undefined;
      let over = false;

      const finish = (answer: Omit<K6Response, 'timings'>) => {
        over = true;
        cancelTimer();
        cancelTimer = clock.after(RECEIPT, () => {
          forget();
          const { connected, connecting, first } = moments;
          const [waiting, receiving] = [first - connected, clock.now() - first];
          const timings = { blocked: connected - began, connecting, sending: 0, waiting, receiving };
          resolve({ ...answer, timings: { ...timings, duration: waiting + receiving } });
        });
      };
      const fail = ([error_code, error]: Failure, partial: Buffer | null = null) => {
        if (over) return;
        socket?.destroy();
        const text = partial === null ? null : partial.toString();
        finish({ status: 0, status_text: '', headers: {}, body: text, error, error_code });
      };
      /** What there is of a body when the connection fails. */
      const partial = () => {
        const reading = readResponse(Buffer.concat(received), true);
        return reading.state === 'failed' ? reading.body : null;
      };
      let cancelTimer = clock.after(limit, () => fail(TIMED_OUT, partial()));
      const forget = track(() => {
        over = true;
        cancelTimer();
        socket?.destroy();
      });

      const complete = ({ head, body }: Extract<Reading, { state: 'complete' }>, used: Duplex) => {
        if (reuse && head.keepAlive && used.readable) keep(url.host, used);
        else used.destroy();
        const decoded = decode(body, head);
        if (decoded instanceof Error) return fail([1701, `error decompressing response body (${decoded.message})`]);
        const { status, statusText: status_text, headers } = head;
        const text = params.responseType === 'none' || decoded === null ? null : decoded.toString();
        finish({ status, status_text, headers, body: text, error: '', error_code: status >= 400 ? 1_000 + status : 0 });
      };

      const exchange = (used: Duplex, reused: boolean) => {
        socket = used;
        moments.connected = clock.now();
        received = [];
        const detach = () => {
          used.off('data', onData).off('end', onEnd).off('error', onError);
        };
        const read = (ended: boolean) => {
          if (over) return detach();
          const reading = readResponse(Buffer.concat(received), ended);
          if (reading.state === 'incomplete') return;
          detach();
          if (reading.state === 'complete') complete(reading, used);
          else fail([1000, reading.message], reading.body);
        };
        const again = () => {
          const unanswered = reused && received.length === 0 && method === 'GET' && !over;
          if (unanswered) detach();
          if (unanswered) void open();
          return unanswered;
        };
        const onData = (chunk: Buffer) => {
          if (received.length === 0) moments.first = clock.now();
          received.push(chunk);
          read(false);
        };
        const onEnd = () => again() || read(true);
        const onError = (error: NodeJS.ErrnoException) => {
          if (!again()) fail(FAILURES[error.code ?? ''] ?? [1000, error.message], partial());
        };
        used.on('data', onData).on('end', onEnd).on('error', onError);
        used.write(requestBytes(method, url, body, params.headers ?? {}, userAgent, !reuse));
      };

      const open = async () => {
        const dialled = clock.now();
        try {
          const fresh = await dial(url);
          if (over) return void fresh.destroy();
          moments.connecting = clock.now() - dialled;
          exchange(fresh, false);
        } catch (error) {
          const { code = '', message } = error as NodeJS.ErrnoException;
          fail(FAILURES[code] ?? [1000, message]);
        }
      };

      const kept = idle.get(url.host)?.pop();
      if (kept === undefined) void open();
      else exchange(kept, true);
    });

  const keep = (host: string, socket: Duplex) => {
    const sockets = idle.get(host) ?? [];
    idle.set(host, [...sockets, socket]);
    socket.once('close', () => {
      idle.set(
        host,
        (idle.get(host) ?? []).filter((one) => one !== socket),
      );
    });
  };

  const close = () => {
    for (const sockets of idle.values()) for (const socket of sockets) socket.destroy();
  };

  return { request, close };
}

/** The bytes that Go writes: names canonical and sorted. */
function requestBytes(
  method: string,
  url: URL,
  body: string | null,
  headers: Readonly<Record<string, string>>,
  userAgent: string,
  closes: boolean,
): string {
  const own = Object.entries(headers).map(([name, value]) => `${canonical(name)}: ${value}`);
  const lines = [
    `${method} ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    `User-Agent: ${userAgent}`,
    ...(body === null ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...own.sort(),
    ...(closes ? ['Connection: close'] : []),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/** k6 itself decompresses, whatever the request asked for. */
function decode(body: Buffer | null, { headers }: Head): Buffer | null | Error {
  if (body === null) return null;
  try {
    switch (headers['Content-Encoding']) {
      case 'gzip':
        return gunzipSync(body);
      case 'deflate':
        return inflateSync(body);
      case 'br':
        return brotliDecompressSync(body);
      default:
        return body;
    }
  } catch {
    return new Error('unexpected EOF');
  }
}
