import { request as httpRequest, type Server } from 'node:http';
import { Duplex } from 'node:stream';
import type { Clock } from '../../src/io/clock.ts';
import type { Connect, Listening, Network } from '../../src/io/io.ts';

export interface MemoryNetwork extends Network {
  readonly connect: Connect;
  /** A server of plain bytes. */
  readonly listenRaw: (accept: (socket: MemorySocket) => void, port?: number, host?: string) => Promise<Listening>;
  /** One request on a connection of its own. Rejects with the connection's error. */
  readonly request: (url: string, options?: RequestOptions) => Promise<Answer>;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}

export interface NetworkOptions {
  /** Milliseconds that a piece of data takes in one direction; default none. */
  readonly latency?: () => number;
  /** Names that resolve besides those of loopback. */
  readonly hosts?: readonly string[];
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]', '::1', '0.0.0.0'];

/** Connections within this process that carry bytes as TCP does, in the time of `clock`. */
export function memoryNetwork(clock: Clock, { latency = () => 0, hosts = [] }: NetworkOptions = {}): MemoryNetwork {
  const servers = new Map<number, (socket: MemorySocket) => void>();
  let next = 20_000;

  const open = (accept: (socket: MemorySocket) => void, wanted: number): Listening => {
    if (servers.has(wanted)) throw systemError('EADDRINUSE', `listen EADDRINUSE: address already in use :::${wanted}`);
    const port = wanted === 0 ? next++ : wanted;
    const sockets = new Set<MemorySocket>();
    servers.set(port, (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      accept(socket);
    });
    return {
      port,
      close: async () => {
        servers.delete(port);
        for (const socket of sockets) socket.destroy();
      },
    };
  };

  const dial = (hostname: string, port: number): MemorySocket => {
    if (!LOOPBACK.includes(hostname) && !hosts.includes(hostname))
      throw systemError('ENOTFOUND', `getaddrinfo ENOTFOUND ${hostname}`);
    const accept = servers.get(port);
    if (accept === undefined) throw systemError('ECONNREFUSED', `connect ECONNREFUSED ${hostname}:${port}`);
    const [near, far] = socketPair(clock, latency);
    accept(far);
    return near;
  };

  const connect: Connect = ({ hostname, port, protocol }, callback) => {
    const number = Number(port === '' ? (protocol === 'https:' ? 443 : 80) : port);
    clock.after(latency(), () => {
      let socket: MemorySocket;
      try {
        socket = dial(hostname, number);
      } catch (error) {
        callback(error as Error, null);
        return;
      }
      callback(null, socket);
    });
  };

  return {
    connect,
    listen: async (server: Server, port) => open((socket) => server.emit('connection', socket), port),
    listenRaw: async (accept, port = 0) => open(accept, port),
    request: (url, { method = 'GET', headers = {}, body = '' } = {}) =>
      new Promise((resolve, reject) => {
        const { hostname, port, pathname, search } = new URL(url);
        const outgoing = httpRequest(
          {
            method,
            headers: { host: `${hostname}:${port}`, ...headers },
            path: `${pathname}${search}`,
            // node:http takes any stream for a connection.
            createConnection: () => dial(hostname, Number(port)) as never,
          },
          (incoming) => {
            const chunks: Buffer[] = [];
            incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
            incoming.on('error', reject);
            incoming.on('end', () =>
              resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) }),
            );
          },
        );
        outgoing.on('error', reject).end(body);
      }),
  };
}

function socketPair(clock: Clock, latency: () => number): readonly [MemorySocket, MemorySocket] {
  const near = new MemorySocket(clock, latency);
  const far = new MemorySocket(clock, latency);
  near.peer = far;
  far.peer = near;
  return [near, far];
}

/** One end of a connection. What is written arrives at the other end, in order. */
export class MemorySocket extends Duplex {
  readonly remoteAddress = '127.0.0.1';
  readonly remoteFamily = 'IPv4';
  readonly remotePort = 40_000;
  peer: MemorySocket | undefined;
  readonly #clock: Clock;
  readonly #latency: () => number;
  /** When the last piece arrives: a later one never overtakes it. */
  #arrival = 0;
  #ended = false;

  constructor(clock: Clock, latency: () => number) {
    super({ allowHalfOpen: false });
    this.#clock = clock;
    this.#latency = latency;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    const { peer } = this;
    if (peer === undefined || peer.destroyed) {
      done(systemError('EPIPE', 'write EPIPE'));
      return;
    }
    this.#deliver(() => {
      if (!peer.destroyed) peer.push(chunk);
    });
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#end();
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#end();
    done(error);
  }

  /** The other end sees a connection reset. */
  resetAndDestroy(): this {
    const { peer } = this;
    this.#ended = true;
    if (peer !== undefined) this.#deliver(() => peer.destroy(systemError('ECONNRESET', 'read ECONNRESET')));
    return this.destroy();
  }

  setTimeout(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  /** The other end reads to the end of what was sent. */
  #end(): void {
    const { peer } = this;
    if (this.#ended || peer === undefined) return;
    this.#ended = true;
    this.#deliver(() => {
      if (!peer.destroyed && !peer.readableEnded) peer.push(null);
    });
  }

  #deliver(action: () => void): void {
    const now = this.#clock.now();
    const at = Math.max(this.#arrival, now + this.#latency());
    this.#arrival = at;
    if (at > now) this.#clock.after(at - now, action);
    else setImmediate(action);
  }
}

function systemError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code, errno: -1, syscall: message.split(' ')[0] ?? '' });
}
