import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { Clock } from '../../src/io/clock.ts';

/** The members of a `net.Socket` that node:http, undici and the reference server use. */
export type MemorySocket = Duplex &
  Pick<
    Socket,
    'remoteAddress' | 'remotePort' | 'setNoDelay' | 'setKeepAlive' | 'setTimeout' | 'ref' | 'unref' | 'resetAndDestroy'
  >;

export interface PairOptions {
  readonly clock: Clock;
  /** Milliseconds that a chunk takes. */
  readonly latency: () => number;
  readonly clientPort: number;
  readonly serverPort: number;
}

export const LOOPBACK = '127.0.0.1';

const ERRORS = { ECONNRESET: -104, ECONNREFUSED: -111, EADDRINUSE: -98, ENOTFOUND: -3008 } as const;

/** An error as Node makes it of a failed system call. */
export function systemError(code: keyof typeof ERRORS, message: string, about: object = {}): NodeJS.ErrnoException {
  const [syscall = ''] = message.split(' ');
  return Object.assign(new Error(message), { errno: ERRORS[code], code, syscall, ...about });
}

/**
 * Two connected streams that behave like the ends of a TCP connection of one machine:
 * `end` sends EOF after all data. `destroy` sends EOF, too, or a reset if it leaves received data unread. `resetAndDestroy` sends a
 * reset. Whoever writes to a destroyed end gets a reset back. A chunk is written when the other end has taken it.
 *
 * Not imitated: coalescing of chunks (beyond one `writev`), congestion, time-outs of the system and of idle sockets.
 */
export function socketPair({ clock, latency, clientPort, serverPort }: PairOptions) {
  /** One direction: a later packet never overtakes an earlier one, and equal moments keep their order. */
  const courier = () => {
    let earliest = 0;
    return (arrive: () => void) => {
      earliest = Math.max(earliest, clock.now() + latency());
      clock.after(earliest - clock.now(), arrive);
    };
  };
  // As `net.connect` and node:http create theirs: a client answers EOF with EOF, a server may go on writing.
  const [client, server] = [createEnd(false, serverPort), createEnd(true, clientPort)];
  client.connect(server, courier());
  server.connect(client, courier());
  return { client: client.socket, server: server.socket };
}

interface Packet {
  /** Data, or what is no data; null is EOF. */
  readonly data: Buffer | 'reset' | null;
  /** Called when the reader has taken it. */
  readonly taken: () => void;
}

interface End {
  readonly socket: MemorySocket;
  readonly receive: (packet: Packet) => void;
  readonly connect: (peer: End, carry: (arrive: () => void) => void) => void;
}

function createEnd(allowHalfOpen: boolean, remotePort: number): End {
  /** What has arrived and the stream has not taken. */
  let inbox: Packet[] = [];
  let transmit: (packet: Packet) => void = () => {};
  let [wanted, closed, isEndSent, isReset] = [false, false, false, false];

  const signal = (data: 'reset' | null) => {
    if (data === 'reset' || !isEndSent) transmit({ data, taken: () => {} });
    isEndSent = true;
  };

  const drain = () => {
    while (wanted && !closed) {
      const packet = inbox.shift();
      if (packet === undefined) return;
      if (packet.data === 'reset') {
        isReset = true;
        socket.destroy(systemError('ECONNRESET', 'read ECONNRESET'));
      } else {
        wanted = socket.push(packet.data);
        packet.taken();
      }
    }
  };

  const close = () => {
    closed = true;
    const left = inbox;
    inbox = [];
    if (!isReset) signal(left.some(({ data }) => data instanceof Buffer) ? 'reset' : null);
    for (const packet of left) packet.taken();
  };

  const write = (data: Buffer, taken: () => void) => transmit({ data, taken });
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
      signal(null);
      done();
    },
    destroy: (error, done) => {
      close();
      done(error);
    },
  });
  const same = () => socket;
  const socket: MemorySocket = Object.assign(stream, {
    ...{ remoteAddress: LOOPBACK, remotePort },
    ...{ setNoDelay: same, setKeepAlive: same, setTimeout: same, ref: same, unref: same },
    resetAndDestroy: () => {
      if (!closed) signal('reset');
      isReset = true;
      return socket.destroy();
    },
  }) as unknown as MemorySocket;

  const receive = (packet: Packet) => {
    if (closed) {
      packet.taken();
      if (packet.data instanceof Buffer) transmit({ data: 'reset', taken: () => {} });
      return;
    }
    inbox.push(packet);
    // A reset is noticed by an end that does not read, too.
    if (packet.data === 'reset') wanted = true;
    drain();
  };

  const connect: End['connect'] = (peer, carry) => {
    transmit = (packet) => carry(() => peer.receive(packet));
  };
  return { socket, receive, connect };
}
