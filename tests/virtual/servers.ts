import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { type Reference, type ReferenceOptions, startReference } from '../../src/reference/index.ts';
import type { MemorySocket } from './socket-pair.ts';
import { world } from './world.ts';

/** A server in the test's world. */
export interface Listening {
  readonly port: number;
  readonly origin: string;
  /** `origin` and `/v1` */
  readonly baseUrl: string;
  /** Each request as the server saw it: `GET /v1/pets?limit=1`. */
  readonly seen: readonly string[];
}

/** A conforming service whose clock is the test's. */
export function conforming(options: ReferenceOptions = {}): Promise<Reference> {
  return startReference(options, world());
}

/** A server on node:http whose handler may be as hostile as it likes. `Date` shows the test's time unless the handler sets it. */
export async function serve(handler: RequestListener, host = '127.0.0.1'): Promise<Listening> {
  const seen: string[] = [];
  const { clock, network } = world();
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.on('error', () => undefined);
    response.sendDate = false;
    response.setHeader('Date', new Date(clock.now()).toUTCString());
    handler(request, response);
  });
  const { port } = await network.listen(server, 0, host);
  return listening(port, host, seen);
}

/** A server of bytes: `answer` gets the connection each time a request was read, `greet` when it opens. */
export async function serveRaw(
  answer: (socket: MemorySocket, head: string, number: number) => void,
  greet: (socket: MemorySocket) => void = () => undefined,
): Promise<Listening> {
  const seen: string[] = [];
  const { port } = await world().network.listenRaw((socket) => {
    greet(socket);
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1');
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const head = text.slice(0, end);
        const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
        if (text.length < end + 4 + length) return;
        text = text.slice(end + 4 + length);
        seen.push(head.split(' HTTP/')[0] ?? head);
        answer(socket, head, seen.length);
      }
    });
  });
  return listening(port, '127.0.0.1', seen);
}

function listening(port: number, host: string, seen: string[]): Listening {
  const origin = `http://${host}:${port}`;
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

type Change = (passing: Passing, response: ServerResponse) => boolean | undefined | Promise<boolean | undefined>;

/** A balancer before a service: `change` may alter the answer, or answer itself and return true. */
export function between(service: { readonly baseUrl: string }, change: Change, host?: string): Promise<Listening> {
  let number = 0;
  return serve(async (request, response) => {
    number += 1;
    const mine = number;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    try {
      const answer = await world().network.request(`${new URL(service.baseUrl).origin}${request.url}`, {
        method: request.method ?? 'GET',
        headers: onward(request.headers),
        body: Buffer.concat(chunks),
      });
      const { 'transfer-encoding': _chunked, connection: _connection, ...headers } = answer.headers;
      const passing = { request, number: mine, status: answer.status, headers, body: answer.body };
      if ((await change(passing, response)) === true || response.destroyed) return;
      response.writeHead(passing.status, { ...passing.headers, 'content-length': String(passing.body.length) });
      response.end(passing.body);
    } catch {
      response.destroy();
    }
  }, host);
}

/** Without those that hold for one connection. */
function onward({ connection: _, 'transfer-encoding': __, ...headers }: IncomingHttpHeaders): Record<string, string> {
  return headers as Record<string, string>;
}
