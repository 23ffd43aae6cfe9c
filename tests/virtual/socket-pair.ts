import { Duplex } from 'node:stream';
import type { Clock } from '../../src/io/io.ts';

export const LOOPBACK = '127.0.0.1';

const ERRORS = { ECONNRESET: -104, ECONNREFUSED: -111, EADDRINUSE: -98, ENOTFOUND: -3008 } as const;

/** An error as Node makes it of a failed system call. */
export function systemError(code: keyof typeof ERRORS, message: string, about: object = {}): NodeJS.ErrnoException {
  const [syscall = ''] = message.split(' ');
  return Object.assign(new Error(message), { errno: ERRORS[code], code, syscall, ...about });
}

interface Packet {
  /** Data, or what is no data; null is EOF. */
  readonly data: Buffer | 'reset' | null;
  /** Called when the reader has taken it. */
  readonly taken: () => void;
}

/**
 * An end of a connection, with the members of a `net.Socket` that node:http, undici and the reference server use. Two of them behave like
 * the ends of a TCP connection of one machine: `end` sends EOF after all data. `destroy` sends EOF, too, or a reset if it leaves received
 * data unread. `resetAndDestroy` sends a reset. Whoever writes to a destroyed end gets a reset back. A chunk is written when the other end
 * has taken it.
 *
 * Not imitated: coalescing of chunks (beyond one `writev`), congestion, time-outs of the system and of idle sockets.
 */
class MemorySocket extends Duplex {
  readonly remoteAddress = LOOPBACK;
  /** Brings a packet to the other end. */
  transmit: (packet: Packet) => void = () => {};
  /** What has arrived and the stream has not taken. */
  #inbox: Packet[] = [];
  #isWanted = false;
  #isEndSent = false;
  #isReset = false;

  constructor(allowHalfOpen: boolean) {
    super({ allowHalfOpen, highWaterMark: 64 * 1024 });
  }

  receive(packet: Packet): void {
    if (this.destroyed) {
      packet.taken();
      if (packet.data instanceof Buffer) this.transmit({ data: 'reset', taken: () => {} });
      return;
    }
    this.#inbox.push(packet);
    // A reset is noticed by an end that does not read, too.
    if (packet.data === 'reset') this.#isWanted = true;
    this.#drain();
  }

  #drain(): void {
    while (this.#isWanted && !this.destroyed) {
      const packet = this.#inbox.shift();
      if (packet === undefined) return;
      if (packet.data === 'reset') {
        this.#isReset = true;
        this.destroy(systemError('ECONNRESET', 'read ECONNRESET'));
      } else {
        this.#isWanted = this.push(packet.data);
        packet.taken();
      }
    }
  }

  #signal(data: 'reset' | null): void {
    if (data === 'reset' || !this.#isEndSent) this.transmit({ data, taken: () => {} });
    this.#isEndSent = true;
  }

  override _read(): void {
    this.#isWanted = true;
    this.#drain();
  }

  override _write(data: Buffer, _encoding: string, taken: () => void): void {
    this.transmit({ data, taken });
  }

  override _writev(chunks: readonly { readonly chunk: Buffer }[], taken: () => void): void {
    this.transmit({ data: Buffer.concat(chunks.map(({ chunk }) => chunk)), taken });
  }

  override _final(done: () => void): void {
    this.#signal(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#isReset) this.#signal(this.#inbox.some(({ data }) => data instanceof Buffer) ? 'reset' : null);
    for (const { taken } of this.#inbox.splice(0)) taken();
    done(error);
  }

  resetAndDestroy(): this {
    if (!this.destroyed) this.#signal('reset');
    this.#isReset = true;
    return this.destroy();
  }

  readonly setNoDelay = () => this;
  readonly setKeepAlive = () => this;
  readonly setTimeout = () => this;
  readonly ref = () => this;
  readonly unref = () => this;
}

/** Two connected ends; `latency` gives the milliseconds that a packet takes. */
export function socketPair(clock: Clock, latency: () => number) {
  // As `net.connect` and node:http create theirs: a client answers EOF with EOF, a server may go on writing.
  const [client, server] = [new MemorySocket(false), new MemorySocket(true)];
  for (const [end, peer] of [[client, server] as const, [server, client] as const]) {
    // A later packet never overtakes an earlier one, and equal moments keep their order.
    let earliest = 0;
    end.transmit = (packet) => {
      earliest = Math.max(earliest, clock.now() + latency());
      clock.after(earliest - clock.now(), () => peer.receive(packet));
    };
  }
  return { client, server };
}
