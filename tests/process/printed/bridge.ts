import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { MemorySocket } from '../../virtual/socket-pair.ts';
import { world } from '../../virtual/world.ts';

/** A real port of this machine that leads to a server of the test's world. */
export async function bridgeTo(port: number): Promise<number> {
  const { network } = world();
  const sockets = new Set<Socket>();
  const server = createServer((real) => {
    sockets.add(real);
    real.on('error', () => undefined).on('close', () => sockets.delete(real));
    network.connect({ hostname: '127.0.0.1', port: String(port), protocol: 'http:' } as never, (error, memory) => {
      const inner = memory as unknown as MemorySocket | null;
      if (error !== null || inner === null) {
        real.destroy();
        return;
      }
      inner.on('error', () => real.resetAndDestroy()).on('close', () => real.end());
      real.on('close', () => inner.destroy());
      real.pipe(inner).pipe(real);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}
