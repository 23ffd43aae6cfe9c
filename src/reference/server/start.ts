import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Io } from '../../io/io.ts';
import type { Service } from '../behaviour.ts';
import { type Customer, keysOf } from '../customers.ts';
import type { Request } from '../message.ts';
import { receive, respond } from './http.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { Reference, ReferenceOptions } from './options.ts';
import { createService } from './service.ts';

/** Starts a conforming Animal Store Service on loopback; `variants` change it. Rejects if the port is taken. */
export async function startReference(
  options: ReferenceOptions,
  { clock, network }: Pick<Io, 'clock' | 'network'>,
): Promise<Reference> {
  const service = createService(options, clock);
  const ledger = createLedger();
  const server = createListener(service, ledger);
  const { port: wanted = 0, host = '127.0.0.1' } = options;
  const { port, close } = await network.listen(server, wanted, host);
  return {
    baseUrl: `http://${host}:${port}/v1`,
    port,
    keys: keysOf(service.customers, 0),
    secondKeys: keysOf(service.customers, 1),
    received: ledger.received,
    counts: ledger.counts,
    close,
  };
}

function createListener(service: Service, ledger: Ledger): Server {
  const connections = new WeakMap<Socket, number>();
  let opened = 0;
  let serial = 0;
  const server = createServer((incoming, wire) => {
    serial += 1;
    receive(incoming, serial, connections.get(incoming.socket) ?? 0).then(
      (request) => {
        const answer = respond(request, service);
        ledger.note({
          method: request.method,
          path: request.path,
          key: labelOf(request, service.customers),
          at: service.behaviour.now(),
          status: answer.status,
        });
        service.behaviour.deliver(answer, request, wire);
      },
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

// Not with the behaviour's steps: a fault must not hide who sent a request.
const labelOf = (request: Request, customers: readonly Customer[]): string | null =>
  customers.find(({ key }) => request.headers.get('authorization')?.endsWith(` ${key}`))?.label ?? null;
