import { createServer, type Server } from 'node:http';
import { createServer as createRawServer, type Socket } from 'node:net';
import { Pool } from 'undici';
import { afterAll, describe, expect, test } from 'vitest';
import type { Connect } from '../../src/io/io.ts';
import { virtualClock } from './clock.ts';
import { memoryNetwork } from './network.ts';
import type { MemorySocket } from './socket-pair.ts';

type Raw = Socket | MemorySocket;

/** A server as a table entry: either of node:http, or bytes. */
type Behaviour = { readonly http: () => Server } | { readonly raw: (socket: Raw) => void };

/** Writes these bytes when the first bytes of a request are there. */
const answers = (text: string, then: (socket: Raw) => void = () => {}): Behaviour => ({
  raw: (socket) => {
    socket.on('error', () => {});
    socket.on('data', () => {
      socket.write(text);
      then(socket);
    });
  },
});

const http = (listener: Parameters<typeof createServer>[1]): Behaviour => ({ http: () => createServer(listener) });

/** After what was written has left: a destroyed stream drops what it still holds. */
const soon = (action: () => void) => setTimeout(action, 20);

const LONG = 'x'.repeat(300_000);

const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  'connection: close': http((_, response) => response.setHeader('Connection', 'close').end('bye')),
  'a long body': http((_, response) => response.end(LONG)),
  'a body that is destroyed in the middle': answers(
    'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this',
    (socket) => soon(() => socket.destroy()),
  ),
  'a chunked body that is destroyed in the middle': answers(
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nonly ',
    (socket) => soon(() => socket.destroy()),
  ),
  'a body that ends with the connection': answers('HTTP/1.1 200 OK\r\n\r\nto the end', (socket) => socket.end()),
  'a reset before the headers': answers('', (socket) => socket.resetAndDestroy()),
  'a reset after the headers': answers('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n', (socket) =>
    soon(() => socket.resetAndDestroy()),
  ),
  'the connection is closed after the request': answers('', (socket) => socket.end()),
  'the connection is closed at once': { raw: (socket) => void socket.on('error', () => {}).end() },
  'the connection is destroyed at once': { raw: (socket) => void socket.on('error', () => {}).destroy() },
  'no answer': http(() => {}),
  'two responses to one request': answers(
    'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\noneHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\ntwo',
  ),
};

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

async function overLoopback(behaviour: Behaviour, patience: number): Promise<unknown[]> {
  const sockets = new Set<Socket>();
  const server = 'http' in behaviour ? behaviour.http() : createRawServer({ allowHalfOpen: true }, behaviour.raw);
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const results = await outcomes(`http://127.0.0.1:${port}`, patience);
  server.close();
  for (const socket of sockets) socket.destroy();
  return results;
}

async function overMemory(behaviour: Behaviour, patience: number): Promise<unknown[]> {
  const listening =
    'http' in behaviour
      ? await network.listen(behaviour.http(), 0, '127.0.0.1')
      : await network.listenRaw(behaviour.raw);
  const results = await outcomes(`http://127.0.0.1:${listening.port}`, patience, network.connect);
  await listening.close();
  return results;
}

describe('undici sees the same over memory and over a socket', () => {
  for (const [name, behaviour] of Object.entries(BEHAVIOURS))
    test.concurrent(name, async ({ expect }) => {
      const patience = name === 'no answer' ? 100 : 20_000;
      const memory = await overMemory(behaviour, patience);
      const loopback = await overLoopback(behaviour, patience);
      expect(memory).toEqual(loopback);
    });
});

describe('memory network', () => {
  test('refuses a connection to a closed port, with the message of Node', async () => {
    const error = await network.request('http://127.0.0.1:9/').catch((reason) => reason);
    expect(error).toMatchObject({ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:9', errno: -111 });
    const real = await new Pool('http://127.0.0.1:9').request({ method: 'GET', path: '/' }).catch((reason) => reason);
    expect({ ...error }).toEqual({ ...real });
    expect(error.message).toBe(real.message);
  });

  test('an idle connection is closed after the keep-alive time of the server, in virtual time', async () => {
    const own = virtualClock({ startAt: 0 });
    const memory = memoryNetwork(own);
    let connections = 0;
    const server = createServer((_, response) => response.end('ok')).on('connection', () => {
      connections += 1;
    });
    server.keepAliveTimeout = 5_000;
    const { port } = await memory.listen(server, 0, '127.0.0.1');
    const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 1, connect: memory.connect as never });
    const ask = async () => (await pool.request({ method: 'GET', path: '/' })).body.text();
    await ask();
    await own.sleep(4_000);
    await ask();
    expect(connections).toBe(1);
    await own.sleep(6_000);
    await ask();
    expect(connections).toBe(2);
    await pool.destroy();
    own.stop();
  });

  test('a writer waits for a reader that does not read', async () => {
    let written = 0;
    const { port } = await network.listenRaw((socket) => {
      const chunk = Buffer.alloc(64 * 1024);
      const write = () => {
        do written += chunk.length;
        while (socket.write(chunk));
        socket.once('drain', write);
      };
      write();
    });
    const client = await new Promise<NodeJS.ReadableStream>((resolve) =>
      network.connect({ hostname: '127.0.0.1', port: String(port), protocol: 'http:' }, (_, socket) => {
        if (socket !== null) resolve(socket);
      }),
    );
    await clock.stuck();
    expect(written).toBeLessThan(1_000_000);
    for (let taken = 0; taken < 5_000_000; ) {
      taken += client.read()?.length ?? 0;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(written).toBeGreaterThan(5_000_000);
  });
});
