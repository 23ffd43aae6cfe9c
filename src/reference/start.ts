import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Service } from './behaviour.ts';
import { type Customer, keysOf } from './customers.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { Request } from './message.ts';
import type { Reference, ReferenceOptions } from './options.ts';
import { receive } from './receive.ts';
import { respond } from './respond.ts';
import { createService } from './service.ts';

/** Starts a conforming Animal Store Service on loopback; `variants` change it. Rejects where the port is taken. */
export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  const service = createService(options);
  const ledger = createLedger();
  const server = createListener(service, ledger);
  const { port: wanted = 0, host = '127.0.0.1' } = options;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(wanted, host, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : wanted;
  return {
    baseUrl: `http://${host}:${port}/v1`,
    port,
    keys: keysOf(service.customers, 0),
    secondKeys: keysOf(service.customers, 1),
    received: ledger.received,
    counts: ledger.counts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
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
      // The client went away in the middle of its request.
      () => wire.destroy(),
    );
  });
  server.on('connection', (socket: Socket) => {
    opened += 1;
    connections.set(socket, opened);
  });
  // A client that pauses for a whole rate window must find its connection alive.
  server.keepAliveTimeout = 120_000;
  return server;
}

// Not by the behaviour's steps: a faulty one must not blur who has really sent what.
const labelOf = (request: Request, customers: readonly Customer[]): string | null =>
  customers.find(({ key }) => request.headers.get('authorization')?.endsWith(` ${key}`))?.label ?? null;
