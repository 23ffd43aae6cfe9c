import { type Listening, listeningOn, request, serversOn } from '../servers.ts';
import type { MemorySocket } from './socket-pair.ts';
import { world } from './world.ts';

export type { Listening, Passing } from '../servers.ts';

export const { conforming, serve, between } = serversOn(world);

/** A server of bytes: `answer` gets the connection each time a request was read. */
export async function serveRaw(
  answer: (socket: MemorySocket, head: string, number: number) => void,
): Promise<Listening> {
  const seen: string[] = [];
  const { port } = await world().network.listenRaw((socket) => {
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
  return listeningOn(port, seen);
}

/** Lists one animal with this key: the status of the response. */
export async function ask(baseUrl: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await request(world().network, `${baseUrl}/pets?limit=1`, { headers })).status;
}
