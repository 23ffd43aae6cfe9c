import { describe, expect, it } from 'vitest';
import { expectUnshaken } from '../../outcome/checked.ts';
import { check } from '../check.ts';
import { serveRaw } from '../servers.ts';
import { answer, CRLF, drip, head, type Reply } from './replies.ts';

const SLOW: readonly (readonly [name: string, reply: Reply])[] = [
  ['never answers', () => undefined],
  ['drips its headers', (socket) => drip(socket, `HTTP/1.1 200 OK${CRLF}`, `X-Drip: 1${CRLF}`)],
  ['drips its body', (socket) => drip(socket, answer('200 OK', head('Content-Length: 10000'), '['), ' ')],
  ['sends 100 Continue without end', (socket) => drip(socket, '', answer('100 Continue', [], ''))],
];

describe('a slow server that', () => {
  it.each(SLOW)('%s ends the check as incomplete after a few time-outs', async (_name, reply) => {
    const server = await serveRaw(reply);
    const checked = await check(server.baseUrl);
    expectUnshaken(checked);
    expect(checked.code).toBe(3);
    expect(server.seen.length).toBeLessThanOrEqual(8);
    expect(checked.milliseconds).toBeLessThan(300_000);
  });

  it('never answers ends the check sooner with a shorter --timeout', async () => {
    const server = await serveRaw(() => undefined);
    const [long, short] = [await check(server.baseUrl), await check(server.baseUrl, { args: ['--timeout', '1'] })];
    expect(short.milliseconds).toBeLessThan(long.milliseconds / 10);
  });
});
