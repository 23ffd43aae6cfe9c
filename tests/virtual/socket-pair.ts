import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { Clock } from '../../src/io/clock.ts';
import { systemError } from './system-error.ts';

/** The members of a `net.Socket` that node:http, undici and the reference server use. */
export type MemorySocket = Duplex &
  Pick<
    Socket,
    'remoteAddress' | 'remotePort' | 'setNoDelay' | 'setKeepAlive' | 'setTimeout' | 'ref' | 'unref' | 'resetAndDestroy'
  >;

export interface PairOptions {
  readonly clock: Clock;
  /** Milliseconds that a chunk takes; see `NetworkOptions`. */
  readonly latency?: (() => number) | undefined;
  readonly clientPort: number;
  readonly serverPort: number;
}

/** Captured at import, as in clock.ts. */
const nextTurn = setImmediate;

/** Bytes that the system takes from a writer before the reader has taken any. */
const SYSTEM_BUFFER = 256 * 1024;

export const LOOPBACK = '127.0.0.1';

/**
 * Two connected streams that behave like the ends of a TCP connection of one machine:
 * `end` sends EOF after all data. `destroy` sends EOF, too, or a reset if it leaves received data unread. `resetAndDestroy` sends a
 * reset. Whoever writes to a destroyed end gets a reset back. Each chunk arrives in a turn of the event loop of its own.
 *
 * Not imitated: coalescing of chunks (beyond one `writev`), congestion, the system's own time-outs.
 */
export function socketPair(options: PairOptions): { readonly client: MemorySocket; readonly server: MemorySocket } {
  const { clock, latency, clientPort, serverPort } = options;
  // As `net.connect` and node:http create theirs: a client answers EOF with EOF, a server may go on writing.
  const client = createEnd(clock, false, serverPort);
  const server = createEnd(clock, true, clientPort);
  client.connect(server, courier(clock, latency));
  server.connect(client, courier(clock, latency));
  return { client: client.socket, server: server.socket };
}

/** One direction of a connection: calls one `arrive` after the other, each in a turn of its own. */
function courier(clock: Clock, latency: (() => number) | undefined): (arrive: () => void) => void {
  const queue: (() => void)[] = [];
  const next = () => {
    nextTurn(() => {
      const arrive = queue.shift();
      if (queue.length > 0) next();
      arrive?.();
    });
  };
  let earliest = 0;
  return (arrive) => {
    if (latency !== undefined) {
      // A later packet never overtakes an earlier one; equal moments keep their order.
      earliest = Math.max(earliest, clock.now() + latency());
      clock.after(earliest - clock.now(), arrive);
      return;
    }
    queue.push(arrive);
    if (queue.length === 1) next();
  };
}

interface Packet {
  readonly kind: 'data' | 'end' | 'reset';
  readonly bytes: Buffer;
  /** Called when the reader has taken it from the system. */
  readonly taken: () => void;
}

interface End {
  readonly socket: MemorySocket;
  readonly receive: (packet: Packet) => void;
  readonly connect: (peer: End, carry: (arrive: () => void) => void) => void;
}

const signal = (kind: 'end' | 'reset'): Packet => ({ kind, bytes: Buffer.alloc(0), taken: () => {} });

function createEnd(clock: Clock, allowHalfOpen: boolean, remotePort: number): End {
  /** What the system has received and the stream has not taken. */
  let inbox: Packet[] = [];
  let send: (packet: Packet) => void = () => {};
  let [wanted, ended, closed, isReset] = [false, false, false, false];
  let outstanding = 0;
  let blocked: (() => void) | undefined;
  const idle = idleTimer(clock, () => socket.emit('timeout'));

  const write = (bytes: Buffer, done: () => void) => {
    idle.touch();
    outstanding += bytes.length;
    const taken = () => {
      outstanding -= bytes.length;
      if (outstanding >= SYSTEM_BUFFER) return;
      const resume = blocked;
      blocked = undefined;
      resume?.();
    };
    send({ kind: 'data', bytes, taken });
    if (outstanding < SYSTEM_BUFFER) done();
    else blocked = done;
  };

  const drain = () => {
    while (wanted && !closed) {
      const packet = inbox.shift();
      if (packet === undefined) return;
      if (packet.kind === 'data') {
        idle.touch();
        wanted = socket.push(packet.bytes);
        packet.taken();
      } else if (packet.kind === 'reset') {
        isReset = true;
        socket.destroy(systemError('read', 'ECONNRESET'));
      } else if (!ended) {
        ended = true;
        socket.push(null);
      }
    }
  };

  const close = () => {
    closed = true;
    idle.set(0);
    const left = inbox;
    inbox = [];
    if (!isReset) send(signal(left.some(({ kind }) => kind === 'data') ? 'reset' : 'end'));
    for (const packet of left) packet.taken();
    blocked = undefined;
  };

  const stream = new Duplex({
    allowHalfOpen,
    highWaterMark: 64 * 1024,
    read: () => {
      wanted = true;
      drain();
    },
    write: (chunk: Buffer, _, done) => write(chunk, done),
    writev: (chunks, done) => write(Buffer.concat(chunks.map(({ chunk }) => chunk)), done),
    final: (done) => {
      send(signal('end'));
      done();
    },
    destroy: (error, done) => {
      close();
      done(error);
    },
  });
  const same = () => socket;
  const socket: MemorySocket = Object.assign(stream, {
    remoteAddress: LOOPBACK,
    remotePort,
    setNoDelay: same,
    setKeepAlive: same,
    ref: same,
    unref: same,
    setTimeout: (milliseconds: number, listener?: () => void) => {
      idle.set(milliseconds);
      if (listener !== undefined) socket.once('timeout', listener);
      return socket;
    },
    resetAndDestroy: () => {
      if (!closed) send(signal('reset'));
      isReset = true;
      return socket.destroy();
    },
  }) as unknown as MemorySocket;

  const receive = (packet: Packet) => {
    if (closed) {
      packet.taken();
      if (packet.kind === 'data') send(signal('reset'));
      return;
    }
    inbox.push(packet);
    // A reset is noticed by an end that does not read, too.
    if (packet.kind === 'reset') wanted = true;
    drain();
  };

  const connect: End['connect'] = (peer, carry) => {
    send = (packet) => carry(() => peer.receive(packet));
  };
  return { socket, receive, connect };
}

/** Calls `expire` once nothing was sent or received for the set time, as a socket's `setTimeout` does. 0 switches it off. */
function idleTimer(clock: Clock, expire: () => void) {
  let cancel = () => {};
  let [limit, last] = [0, 0];
  const arm = (milliseconds: number) => {
    cancel = clock.after(milliseconds, () => {
      const left = last + limit - clock.now();
      if (left > 0) arm(left);
      else expire();
    });
  };
  return {
    touch: () => {
      last = clock.now();
    },
    set: (milliseconds: number) => {
      cancel();
      limit = milliseconds;
      last = clock.now();
      if (milliseconds > 0) arm(milliseconds);
    },
  };
}
