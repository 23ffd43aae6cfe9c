import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { type Reference, type ReferenceOptions, startReference } from '../../src/reference/index.ts';
import { atEnd } from '../at-end.ts';
import { REAL_IO } from '../real-io.ts';

/** One request as a server saw it: `GET /v1/pets?limit=1`. */
export interface Listening {
  readonly port: number;
  readonly origin: string;
  /** `origin` and `/v1` */
  readonly baseUrl: string;
  readonly seen: readonly string[];
}

const listening = async (server: Server, seen: string[], scheme = 'http', host = '127.0.0.1'): Promise<Listening> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  atEnd(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const origin = `${scheme}://${host}:${port}`;
  return { port, origin, baseUrl: `${origin}/v1`, seen };
};

/** A server on node:http whose handler may be as hostile as it likes. */
export function serve(handler: RequestListener, host = '127.0.0.1'): Promise<Listening> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.on('error', () => undefined);
    handler(request, response);
  });
  server.keepAliveTimeout = 60_000;
  return listening(server, seen, 'http', host);
}

export function serveTls(options: ServerOptions, handler: RequestListener): Promise<Listening> {
  return listening(createTlsServer(options, handler), [], 'https');
}

/** A conforming service. Keys given here are valid and never run into a limit, unless the plan says so. */
export async function conforming(options: ReferenceOptions = {}): Promise<Reference> {
  const reference = await startReference(options, REAL_IO);
  atEnd(() => reference.close());
  return reference;
}

/** An answer of the service behind, before it is passed on. */
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
export function between(service: { readonly port: number }, change: Change, host?: string): Promise<Listening> {
  return serve(passOn(service, change), host);
}

/** Passes requests on to a service, and its answers back. */
export function passOn({ port }: { readonly port: number }, change: Change): RequestListener {
  let number = 0;
  return (request, response) => {
    number += 1;
    const mine = number;
    const { method, url, headers } = request;
    const onward = httpRequest({ port, method, path: url, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', async () => {
        const { 'transfer-encoding': _chunked, connection: _connection, ...kept } = answer.headers;
        const passing = {
          request,
          number: mine,
          status: answer.statusCode ?? 0,
          headers: kept,
          body: Buffer.concat(chunks),
        };
        if ((await change(passing, response)) === true || response.destroyed) return;
        response.writeHead(passing.status, { ...passing.headers, 'content-length': String(passing.body.length) });
        response.end(passing.body);
      });
    });
    request.pipe(onward.on('error', () => response.destroy()));
  };
}
