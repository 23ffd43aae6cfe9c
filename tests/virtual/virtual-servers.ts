import type { Socket } from 'node:net';
import { Pool } from 'undici';
import { type Listening, serversOn } from '../support/servers.ts';
import { world } from './world.ts';

export const { conforming, serve } = serversOn(world);

/** A server of bytes: `answer` gets the connection each time a request was read. */
export function serveRaw(answer: (socket: Socket, number: number) => unknown): Promise<Listening> {
  let number = 0;
  return serve(({ socket }) => {
    number += 1;
    answer(socket, number);
  });
}

/** Lists one animal with this key: the status of the response. */
export async function ask(baseUrl: string, key: string): Promise<number> {
  const pool = new Pool(new URL(baseUrl).origin, { connect: world().network.connect as never });
  const headers = { authorization: `Bearer ${key}` };
  const { statusCode, body } = await pool.request({ method: 'GET', path: '/v1/pets?limit=1', headers });
  await body.dump();
  await pool.close();
  return statusCode;
}
