import { createServer, type RequestListener } from 'node:http';
import type { ReferenceOptions } from '../../src/reference/server/service.ts';
import { startWatched, type Watched } from '../reference/watched.ts';
import { type Change, type Listening, listeningOn, passOn } from '../servers.ts';
import type { MemorySocket } from './socket-pair.ts';
import { world } from './world.ts';

export type { Listening, Passing } from '../servers.ts';

/** A conforming service whose clock is the test's. */
export function conforming(options: ReferenceOptions = {}): Promise<Watched> {
  return startWatched(options, world());
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
  return listeningOn(port, host, seen);
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
  return listeningOn(port, '127.0.0.1', seen);
}

/** A balancer before a service. */
export function between({ baseUrl }: { readonly baseUrl: string }, change: Change, host?: string): Promise<Listening> {
  const { origin } = new URL(baseUrl);
  return serve(
    passOn((path, request) => world().network.request(`${origin}${path}`, request), change),
    host,
  );
}

/** Lists one animal with this key: the status of the response. */
export async function ask(baseUrl: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await world().network.request(`${baseUrl}/pets?limit=1`, { headers })).status;
}
