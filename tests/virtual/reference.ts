import { createServer, type Server } from 'node:http';
import type { Clock } from '../../src/io/clock.ts';
import { type Customer, keysOf } from '../../src/reference/customers.ts';
import { receive, respond } from '../../src/reference/server/http.ts';
import type { ReferenceOptions } from '../../src/reference/server/options.ts';
import { createService } from '../../src/reference/server/service.ts';

export interface ReferenceServer {
  readonly server: Server;
  /** Key values by label, `free#1` and so on. */
  readonly keys: Readonly<Record<string, string>>;
  /** How many requests came with the key of this label. */
  readonly received: (label: string) => number;
}

/** The reference service as a server that does not listen yet. */
export function referenceServer(options: ReferenceOptions, clock: Clock): ReferenceServer {
  const service = createService(options, clock);
  const counts = new Map<string, number>();
  let serial = 0;
  const server = createServer((incoming, wire) => {
    serial += 1;
    receive(incoming, serial, 0).then(
      (request) => {
        const label = labelOf(request.headers.get('authorization') ?? '', service.customers);
        counts.set(label, (counts.get(label) ?? 0) + 1);
        service.behaviour.deliver(respond(request, service), request, wire);
      },
      () => wire.destroy(),
    );
  });
  const keys = keysOf(service.customers, 0);
  return {
    server,
    keys: Object.fromEntries(Object.entries(keys).map(([plan, key]) => [`${plan}#1`, key])),
    received: (label) => counts.get(label) ?? 0,
  };
}

function labelOf(authorization: string, customers: readonly Customer[]): string {
  const plan = customers.find(({ key }) => authorization === `Bearer ${key}`)?.plan;
  return plan === undefined ? '' : `${plan}#1`;
}
