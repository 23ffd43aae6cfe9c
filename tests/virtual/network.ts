import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock, Connect, Network } from '../../src/io/io.ts';
import { LOOPBACK, socketPair, systemError } from './socket-pair.ts';

/** A name that is not loopback, of this machine all the same. */
export const HOST = 'store.example.com';

export interface MemoryNetwork extends Network {
  readonly connect: Connect;
}

interface Listener {
  readonly server: Server;
  readonly open: Set<Duplex>;
}

/**
 * A network of one machine, without sockets. A server is registered, but never listens: it is given its connections. TLS is not
 * imitated: a connection to an `https:` address is plain at both ends. `latency` gives the milliseconds of virtual time that a chunk
 * takes, in either direction. The order of bytes is kept.
 */
export function memoryNetwork(clock: Clock, latency = (): number => 0): MemoryNetwork {
  const listeners = new Map<number, Listener>();
  let nextPort = 20_000;

  const listen: Network['listen'] = async (server, wanted) => {
    while (listeners.has(nextPort)) nextPort += 1;
    const port = wanted === 0 ? nextPort++ : wanted;
    const open = new Set<Duplex>();
    listeners.set(port, { server, open });
    const close = async () => {
      listeners.delete(port);
      for (const socket of open) socket.destroy();
    };
    return { port, close };
  };

  const connect: Connect = ({ hostname, port: text, protocol }, callback) => {
    const name = hostname.replace(/^\[|\]$/g, '');
    // Any other address than that of this machine is somebody's who does not listen.
    const address = ['localhost', HOST].includes(name) ? LOOPBACK : /^[\d.]+$|:/.test(name) ? name : undefined;
    if (address === undefined) {
      const error = systemError('ENOTFOUND', `getaddrinfo ENOTFOUND ${name}`, { hostname: name });
      process.nextTick(callback, error, null);
      return;
    }
    const port = Number(text) || (protocol === 'https:' ? 443 : 80);
    // The handshake is a round trip.
    clock.after(latency() + latency(), () => {
      const listener = listeners.get(port);
      if (listener === undefined) {
        const message = `connect ECONNREFUSED ${address}:${port}`;
        callback(systemError('ECONNREFUSED', message, { address, port }), null);
        return;
      }
      const { client, server } = socketPair(clock, latency);
      listener.open.add(server);
      server.once('close', () => listener.open.delete(server));
      // First, as in one process with real sockets: a server that closes at once is seen to close, not to reset.
      listener.server.emit('connection', server);
      callback(null, client);
    });
  };

  return { connect, listen };
}
