import { Duplex } from 'node:stream';
import type { Clock } from '../../src/io/io.ts';

export const LOOPBACK = '127.0.0.1';

const ERRORS = { ECONNRESET: -104, ECONNREFUSED: -111, ENOTFOUND: -3008 } as const;

/** An error as Node makes it of a failed system call. */
export function systemError(code: keyof typeof ERRORS, message: string, about: object = {}): NodeJS.ErrnoException {
  const [syscall = ''] = message.split(' ');
  return Object.assign(new Error(message), { errno: ERRORS[code], code, syscall, ...about });
}

/**
 * An end of a connection, with the members of a `net.Socket` that node:http, undici and the reference server use. Two of them behave like
 * the ends of a TCP connection of one machine: `end` and `destroy` send EOF after all data, `resetAndDestroy` sends a reset, and an end
 * that writes to a destroyed one gets a reset back. A chunk is written when the other end has taken it.
 *
 * Not imitated: the reset of an end that is destroyed with unread data, coalescing of chunks (beyond one `writev`), congestion, time-outs
 * of the system and of idle sockets.
 */
class MemorySocket extends Duplex {
  readonly remoteAddress = LOOPBACK;
  /** Lets something happen at the other end, when what is sent now arrives there. */
  transmit: (arrival: (peer: MemorySocket) => void) => void = () => {};
  /** Tells the other end that its chunk was taken. */
  #taken = () => {};

  constructor(allowHalfOpen: boolean) {
    super({ allowHalfOpen, highWaterMark: 64 * 1024 });
  }

  #receive(data: Buffer, taken: () => void): void {
    this.#taken = taken;
    if (!this.destroyed) this.push(data);
    else {
      this._read();
      this.transmit((peer) => peer.#reset());
    }
  }

  #reset(): void {
    this.destroy(systemError('ECONNRESET', 'read ECONNRESET'));
  }

  #end(): void {
    this.transmit((peer) => peer.push(null));
  }

  override _read(): void {
    const taken = this.#taken;
    this.#taken = () => {};
    taken();
  }

  override _write(data: Buffer, _encoding: string, taken: () => void): void {
    this.transmit((peer) => peer.#receive(data, taken));
  }

  override _writev(chunks: readonly { readonly chunk: Buffer }[], taken: () => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), '', taken);
  }

  override _final(done: () => void): void {
    this.#end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#end();
    this._read();
    done(error);
  }

  resetAndDestroy(): this {
    this.transmit((peer) => peer.#reset());
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
    end.transmit = (arrival) => {
      earliest = Math.max(earliest, clock.now() + latency());
      clock.after(earliest - clock.now(), () => arrival(peer));
    };
  }
  return { client, server };
}
