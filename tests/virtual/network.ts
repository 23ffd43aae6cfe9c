import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Client, type Dispatcher } from 'undici';
import type { Clock } from '../../src/io/clock.ts';
import type { Connect, Listening, Network } from '../../src/io/io.ts';
import { LOOPBACK, type MemorySocket, socketPair } from './socket-pair.ts';
import { systemError } from './system-error.ts';

export interface NetworkOptions {
  /**
   * Milliseconds of virtual time that each chunk takes, in either direction; called for each. Absent: chunks arrive at once,
   * without passing through the clock. The order of bytes is kept.
   */
  readonly latency?: () => number;
  /** Addresses of host names. The names of loopback are known. */
  readonly resolve?: Readonly<Record<string, string>>;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface SimpleResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface MemoryNetwork extends Network {
  readonly connect: Connect;
  /** Accepts connections without HTTP. */
  readonly listenRaw: (
    onConnection: (socket: MemorySocket) => void,
    port?: number,
    host?: string,
  ) => Promise<Listening>;
  /** Sends one request on a connection of its own. */
  readonly request: (url: string, options?: RequestOptions) => Promise<SimpleResponse>;
}

/** The first port that is handed out. */
export const FIRST_PORT = 20_000;

const FIRST_CLIENT_PORT = 50_000;

/** Captured at import, as in clock.ts. */
const nextTurn = setImmediate;

interface Listener {
  readonly accept: (socket: MemorySocket) => void;
  readonly open: Set<Duplex>;
}

/**
 * A network of one machine, without sockets. A server is registered, but never listens: it is given its connections. TLS is not
 * imitated: a connection to an `https:` address is plain at both ends.
 */
export function memoryNetwork(clock: Clock, { latency, resolve = {} }: NetworkOptions = {}): MemoryNetwork {
  const listeners = new Map<number, Listener>();
  let nextPort = FIRST_PORT;
  let nextClientPort = FIRST_CLIENT_PORT;

  const freePort = () => {
    while (listeners.has(nextPort)) nextPort += 1;
    return nextPort++;
  };

  const listenRaw: MemoryNetwork['listenRaw'] = async (accept, wanted = 0, host = LOOPBACK) => {
    const port = wanted === 0 ? freePort() : wanted;
    if (listeners.has(port)) {
      const where = `address already in use ${host}:${port}`;
      throw systemError('listen', 'EADDRINUSE', where, { address: host, port });
    }
    const open = new Set<Duplex>();
    listeners.set(port, { accept, open });
    const close = async () => {
      listeners.delete(port);
      for (const socket of open) socket.destroy();
    };
    return { port, close };
  };

  const listen = (server: Server, port: number, host: string) =>
    listenRaw((socket) => void server.emit('connection', socket), port, host);

  const connect: Connect = ({ hostname, port: text, protocol }, callback) => {
    const name = hostname.replace(/^\[|\]$/g, '');
    const address = addressOf(name, resolve);
    if (address === null) {
      const error = systemError('getaddrinfo', 'ENOTFOUND', name, { hostname: name });
      process.nextTick(callback, error, null);
      return;
    }
    const port = Number(text) || (protocol === 'https:' ? 443 : 80);
    const decide = () => {
      const listener = listeners.get(port);
      if (listener === undefined) {
        callback(systemError('connect', 'ECONNREFUSED', `${address}:${port}`, { address, port }), null);
        return;
      }
      const { client, server } = socketPair({ clock, latency, clientPort: nextClientPort++, serverPort: port });
      listener.open.add(server);
      server.once('close', () => listener.open.delete(server));
      // First, as in one process with real sockets: a server that closes at once is seen to close, not to reset.
      listener.accept(server);
      callback(null, client);
    };
    // The handshake is a round trip.
    if (latency === undefined) nextTurn(decide);
    else clock.after(latency() + latency(), decide);
  };

  const request: MemoryNetwork['request'] = async (url, { method = 'GET', headers = {}, body } = {}) => {
    const { origin, pathname, search } = new URL(url);
    const client = new Client(origin, { connect: connect as never });
    try {
      const path = `${pathname}${search}`;
      const answer = await client.request({
        method: method as Dispatcher.HttpMethod,
        path,
        headers,
        body: body ?? null,
      });
      return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(await answer.body.arrayBuffer()) };
    } finally {
      await client.destroy();
    }
  };

  return { connect, listen, listenRaw, request };
}

const LOOPBACK_NAMES = new Set(['localhost', LOOPBACK, '::1', '0.0.0.0']);

function addressOf(name: string, resolve: Readonly<Record<string, string>>): string | null {
  if (LOOPBACK_NAMES.has(name)) return name === 'localhost' ? LOOPBACK : name;
  // Any other address is somebody's who does not listen.
  return resolve[name] ?? (/^[\d.]+$|:/.test(name) ? name : null);
}
