import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Io } from '../../io/io.ts';
import type { Service } from '../behaviour.ts';
import { keysOf } from '../customers.ts';
import { receive, respond } from './http.ts';
import type { Reference, ReferenceOptions } from './options.ts';
import { createService } from './service.ts';

const HOST = '127.0.0.1';

/** Starts a conforming Animal Store Service on loopback; `variants` change it. Rejects if the port is taken. */
export async function startReference(
  options: ReferenceOptions,
  { clock, network }: Pick<Io, 'clock' | 'network'>,
): Promise<Reference> {
  const service = createService(options, clock);
  const server = createListener(service);
  const { port, close } = await network.listen(server, options.port ?? 0, HOST);
  return {
    baseUrl: `http://${HOST}:${port}/v1`,
    port,
    keys: keysOf(service.customers, 0),
    secondKeys: keysOf(service.customers, 1),
    close,
  };
}

function createListener(service: Service): Server {
  const connections = new WeakMap<Socket, number>();
  let opened = 0;
  let serial = 0;
  const server = createServer((incoming, wire) => {
    serial += 1;
    receive(incoming, serial, connections.get(incoming.socket) ?? 0).then(
      (request) => service.behaviour.deliver(respond(request, service), request, wire),
      // The client closed the connection during its request.
      () => wire.destroy(),
    );
  });
  server.on('connection', (socket: Socket) => {
    opened += 1;
    connections.set(socket, opened);
  });
  // A client that pauses for a complete rate window must find its connection open.
  server.keepAliveTimeout = 120_000;
  return server;
}
