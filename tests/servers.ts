import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type Dispatcher, Pool } from 'undici';
import type { Io, Network } from '../src/io/io.ts';
import type { ReferenceOptions } from '../src/reference/server/start.ts';
import { startWatched } from './reference/watched.ts';

const LOOPBACK = '127.0.0.1';

/** A server of a test, on this machine or in the test's world. */
export interface Listening {
  readonly port: number;
  readonly origin: string;
  /** `origin` and `/v1` */
  readonly baseUrl: string;
  /** Each request as the server saw it: `GET /v1/pets?limit=1`. */
  readonly seen: readonly string[];
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

interface Sent {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** The connections to a service. */
const poolOf = ({ connect }: Network, origin: string) =>
  new Pool(origin, connect === undefined ? {} : { connect: connect as never });

async function send(pool: Pool, path: string, { method = 'GET', headers, body }: Sent) {
  const sent = { method: method as Dispatcher.HttpMethod, path, headers, body: body ?? null };
  const answer = await pool.request(sent);
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(await answer.body.arrayBuffer()) };
}

/** Sends one request on a connection of its own. */
export async function request(network: Network, url: string, sent: Sent) {
  const { origin, pathname, search } = new URL(url);
  const pool = poolOf(network, origin);
  try {
    return await send(pool, `${pathname}${search}`, sent);
  } finally {
    await pool.close();
  }
}

/** Passes requests on to a service, and its answers back. */
export function passingOn(network: Network, origin: string, change: Change): RequestListener {
  const pool = poolOf(network, origin);
  let number = 0;
  return async (asked, response) => {
    number += 1;
    const mine = number;
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(Buffer.from(chunk));
    try {
      const { method = 'GET', url = '' } = asked;
      const sent = { method, headers: onward(asked.headers), body: Buffer.concat(chunks) };
      const answer = await send(pool, url, sent);
      const { 'transfer-encoding': _chunked, connection: _connection, ...headers } = answer.headers;
      const passing = { request: asked, number: mine, status: answer.status, headers, body: answer.body };
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

/** Servers on this machine, or in the world of the running test. */
export function serversOn(ioNow: () => Pick<Io, 'clock' | 'network'>) {
  /** `seen` gets each request; `Date` shows the time of the network unless the handler sets it. */
  const listen = async (
    make: (handler: RequestListener) => Server,
    handler: RequestListener,
    scheme: string,
  ): Promise<Listening> => {
    const seen: string[] = [];
    const { clock, network } = ioNow();
    const server = make((asked, response) => {
      seen.push(`${asked.method} ${asked.url}`);
      response.on('error', () => undefined);
      response.sendDate = false;
      response.setHeader('Date', new Date(clock.now()).toUTCString());
      handler(asked, response);
    });
    server.on('connection', (socket) => socket.on('error', () => undefined));
    const { port } = await network.listen(server, 0, LOOPBACK);
    const origin = `${scheme}://${LOOPBACK}:${port}`;
    return { port, origin, baseUrl: `${origin}/v1`, seen };
  };
  /** A server on node:http whose handler may be as hostile as it likes. */
  const serve = (handler: RequestListener) => listen((all) => createServer(all), handler, 'http');
  return {
    ...{ listen, serve },
    /** A conforming service that remembers its requests. */
    conforming: (options: ReferenceOptions = {}) => startWatched(options, ioNow()),
    /** A balancer before a service. */
    between: ({ baseUrl }: { readonly baseUrl: string }, change: Change) =>
      serve(passingOn(ioNow().network, new URL(baseUrl).origin, change)),
  };
}
