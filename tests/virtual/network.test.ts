import { createServer, type Socket } from 'node:net';
import { Pool } from 'undici';
import { afterAll, describe, expect, test } from 'vitest';
import type { Connect } from '../../src/io/io.ts';
import { virtualClock } from './clock.ts';
import { memoryNetwork } from './network.ts';
import { BEHAVIOURS, type Raw } from './raw-servers.ts';

const clock = virtualClock();
const network = memoryNetwork(clock);
afterAll(() => clock.stop());

/** Sends two requests one after the other over the one connection of a pool; gives what came of them. */
async function outcomes(origin: string, patience: number, connect?: Connect): Promise<unknown[]> {
  const pool = new Pool(origin, { connections: 1, pipelining: 1, ...(connect && { connect: connect as never }) });
  const results: unknown[] = [];
  for (const body of [null, 'a body']) {
    const signal = AbortSignal.timeout(patience);
    try {
      const method = body === null ? 'GET' : 'POST';
      const answer = await pool.request({ method, path: '/', body, signal, responseHeaders: 'raw' });
      const headers = withoutDate(answer.headers as unknown as string[]);
      const head = { status: answer.statusCode, headers };
      results.push(
        await answer.body.text().then(
          (text) => ({ ...head, text }),
          (error) => ({ ...head, error: about(error) }),
        ),
      );
    } catch (error) {
      results.push({ error: about(error) });
    }
  }
  await pool.destroy();
  return results;
}

function about(error: unknown): unknown {
  const { name, code, message, syscall } = error as NodeJS.ErrnoException;
  return { name, code, message, syscall };
}

function withoutDate(raw: readonly string[]): string[] {
  const lines: string[] = [];
  for (let index = 0; index < raw.length; index += 2)
    if (raw[index] !== 'Date') lines.push(`${raw[index]}: ${raw[index + 1]}`);
  return lines;
}

/** After what was written has left: a destroyed stream drops what it still holds. */
const soon = (action: () => void) => setTimeout(action, 20);

/** Behaves like this when the first bytes of each request are there. */
const serving = (name: string) => (socket: Raw) => {
  socket.on('error', () => {});
  socket.on('data', () => BEHAVIOURS[name]?.(socket, soon));
};

async function overLoopback(name: string, patience: number): Promise<unknown[]> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, serving(name));
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const results = await outcomes(`http://127.0.0.1:${port}`, patience);
  server.close();
  for (const socket of sockets) socket.destroy();
  return results;
}

async function overMemory(name: string, patience: number): Promise<unknown[]> {
  const { port, close } = await network.listenRaw(serving(name));
  const results = await outcomes(`http://127.0.0.1:${port}`, patience, network.connect);
  await close();
  return results;
}

/** What undici sees of these depends on real moments. */
const UNSTEADY = ['half a response', 'a reset in the body'];

describe('undici sees the same over memory and over a socket', () => {
  for (const name of Object.keys(BEHAVIOURS).filter((one) => !UNSTEADY.includes(one)))
    test.concurrent(name, async ({ expect }) => {
      const patience = name === 'no response' ? 200 : 20_000;
      expect(await overMemory(name, patience)).toEqual(await overLoopback(name, patience));
    });
});

test('a connection to a closed port is refused, with the message of Node', async () => {
  const error = await network.request('http://127.0.0.1:9/').catch((reason) => reason);
  const real = await new Pool('http://127.0.0.1:9').request({ method: 'GET', path: '/' }).catch((reason) => reason);
  expect({ ...error, message: error.message }).toEqual({ ...real, message: real.message });
  expect(error).toMatchObject({ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:9' });
});
