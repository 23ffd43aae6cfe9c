import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { Io } from '../../src/io/io.ts';
import type { Behaviour, Variant } from '../../src/reference/behaviour.ts';
import { type Reference, type ReferenceOptions, startReference } from '../../src/reference/server/start-server.ts';

const LOOPBACK = '127.0.0.1';

/** A server of a test, on this machine or in the test's world. */
export interface Listening {
  readonly port: number;
  readonly baseUrl: string;
  /** Each request as the server saw it: `GET /v1/pets?limit=1`. */
  readonly seen: readonly string[];
}

/** A response of the service, before it is sent. */
export interface Passing {
  readonly request: IncomingMessage;
  /** 1 for the first request. */
  readonly number: number;
  status: number;
  /** Names are in lower case. */
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** May change the response, or send another one and return true. */
export type Change = (passing: Passing, response: ServerResponse) => unknown;

/** A reference server that remembers its requests as `GET /v1/pets?limit=1`, and the statuses of its responses. */
export interface Watched extends Reference {
  readonly seen: readonly string[];
  readonly statuses: readonly number[];
}

/** `change` stands for a balancer before the service. */
type WatchedOptions = ReferenceOptions & { readonly change?: Change | undefined };

/** Servers on this machine, or in the world of the running test. */
export function serversOn(ioNow: () => Pick<Io, 'clock' | 'network'>) {
  return {
    /** A server with any handler, however hostile. `Date` shows the time of the network unless the handler sets it. */
    serve: async (handler: RequestListener): Promise<Listening> => {
      const seen: string[] = [];
      const { clock, network } = ioNow();
      const server = createServer((asked, response) => {
        seen.push(`${asked.method} ${asked.url}`);
        response.on('error', () => undefined);
        response.sendDate = false;
        response.setHeader('Date', new Date(clock.now()).toUTCString());
        handler(asked, response);
      });
      server.on('connection', (socket) => socket.on('error', () => undefined));
      const { port } = await network.listen(server, 0, LOOPBACK);
      return { port, baseUrl: `http://${LOOPBACK}:${port}/v1`, seen };
    },
    /** A conforming service that remembers its requests. */
    conforming: async ({ change, variants = [], ...options }: WatchedOptions = {}): Promise<Watched> => {
      const [seen, statuses]: [string[], number[]] = [[], []];
      const all = [...variants, watching(seen, statuses), ...(change === undefined ? [] : [passingOn(change)])];
      const reference = await startReference({ ...options, variants: all }, ioNow());
      return { ...reference, seen, statuses };
    },
  };
}

const watching = (seen: string[], statuses: number[]): Variant => ({
  id: 'watched',
  title: 'Remembers its requests',
  apply: (base) => ({
    finish: (answer, request, service) => {
      const finished = base.finish(answer, request, service);
      const { method, path, rawQuery } = request;
      seen.push(`${method} ${path}${rawQuery === '' ? '' : `?${rawQuery}`}`);
      statuses.push(finished.status);
      return finished;
    },
  }),
});

function passingOn(change: Change): Variant {
  let number = 0;
  const deliver: Behaviour['deliver'] = async ({ status, headers: lines, body }, _request, wire) => {
    number += 1;
    const headers: Passing['headers'] = {};
    for (const [name, value] of lines) headers[name.toLowerCase()] = [headers[name.toLowerCase()] ?? [], value].flat();
    const passing = { request: wire.req, number, status, headers, body: Buffer.from(body) };
    try {
      if ((await change(passing, wire)) === true || wire.destroyed) return;
      wire.sendDate = false;
      wire.writeHead(passing.status, { ...passing.headers, 'content-length': String(passing.body.length) });
      wire.end(passing.body);
    } catch {
      // Node refuses a header.
      wire.destroy();
    }
  };
  return { id: 'passing-on', title: 'Sends what a balancer makes of it', apply: () => ({ deliver }) };
}
