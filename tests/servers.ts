import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** A server of a test, on this machine or in the test's world. */
export interface Listening {
  readonly port: number;
  readonly origin: string;
  /** `origin` and `/v1` */
  readonly baseUrl: string;
  /** Each request as the server saw it: `GET /v1/pets?limit=1`. */
  readonly seen: readonly string[];
}

export function listeningOn(port: number, host: string, seen: readonly string[], scheme = 'http'): Listening {
  const origin = `${scheme}://${host}:${port}`;
  return { port, origin, baseUrl: `${origin}/v1`, seen };
}

/** An answer of the service behind a balancer, before it is passed on. */
export interface Passing {
  readonly request: IncomingMessage;
  /** 1 for the first request. */
  readonly number: number;
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** May alter the answer, or answer itself and return true. */
export type Change = (passing: Passing, response: ServerResponse) => unknown;

interface Forwarded {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Sends a request to the service behind the balancer; `path` includes the query. */
type Forward = (path: string, request: Forwarded) => Promise<Pick<Passing, 'status' | 'headers' | 'body'>>;

/** Passes requests on to a service, and its answers back. */
export function passOn(forward: Forward, change: Change): RequestListener {
  let number = 0;
  return async (request, response) => {
    number += 1;
    const mine = number;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    try {
      const { method = 'GET', url = '' } = request;
      const answer = await forward(url, { method, headers: onward(request.headers), body: Buffer.concat(chunks) });
      const { 'transfer-encoding': _chunked, connection: _connection, ...headers } = answer.headers;
      const passing = { request, number: mine, status: answer.status, headers, body: answer.body };
      if ((await change(passing, response)) === true || response.destroyed) return;
      response.writeHead(passing.status, { ...passing.headers, 'content-length': String(passing.body.length) });
      response.end(passing.body);
    } catch {
      response.destroy();
    }
  };
}

/** Without those that hold for one connection. */
function onward({ connection: _, 'transfer-encoding': __, ...headers }: IncomingHttpHeaders): Record<string, string> {
  return headers as Record<string, string>;
}
