import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { expectSound } from '../../support/runs.ts';
import { check } from '../virtual-command.ts';
import { serveRaw } from '../virtual-servers.ts';
import { world } from '../world.ts';
import { answer, BROKEN, fine, head, type Reply } from './replies.ts';

it.each(BROKEN)('a server that %s ends the check with exit %i', async (_name, code, reply) => {
  const server = await serveRaw(reply);
  expectSound(await check(server.baseUrl, { args: ['--max-requests', '40'] }), code);
  expect(server.seen.length).toBeLessThanOrEqual(60);
});

it('a server may send 103 and 102 before each response', async () => {
  const early = answer('103 Early Hints', ['Link: </style.css>; rel=preload'], '') + answer('102 Processing', [], '');
  const { baseUrl } = await serveRaw((socket) => socket.write(early + fine()));
  expect((await check(baseUrl)).result?.requests.byStatus['200']).toBeGreaterThan(40);
});

/** Writes a little every 50 ms, so that an idle time-out never strikes. */
function drip(socket: Socket, first: string, drop: string): void {
  socket.write(first);
  const again = () => {
    if (socket.destroyed) return;
    socket.write(drop);
    world().clock.after(50, again);
  };
  world().clock.after(50, again);
}

const SLOW: readonly (readonly [name: string, code: number, reply: Reply])[] = [
  ['answers only two requests', 1, (socket, number) => number <= 2 && socket.write(fine())],
  ['drips its headers', 3, (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'X-Drip: 1\r\n')],
  ['drips its body', 3, (socket) => drip(socket, answer('200 OK', head('Content-Length: 10000'), '['), ' ')],
  ['sends 100 Continue without end', 3, (socket) => drip(socket, '', answer('100 Continue', [], ''))],
];

it.each(SLOW)('a server that %s ends the check with exit %i after a few time-outs', async (_name, code, reply) => {
  const server = await serveRaw(reply);
  const checked = await check(server.baseUrl);
  expectSound(checked, code);
  expect(server.seen.length).toBeLessThanOrEqual(10);
  expect(checked.milliseconds).toBeLessThan(300_000);
});
