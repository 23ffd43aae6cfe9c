import { describe, expect, it } from 'vitest';
import { check, expectUnshaken } from '../cli/check.ts';
import { serveRaw } from '../cli/servers.ts';
import { answer, CRLF, drip, fine, head, type Reply } from './replies.ts';

/** The first contact alone takes two time-outs, and the default one is 30 s: hence `--timeout`. */
const SLOW: readonly (readonly [name: string, reply: Reply])[] = [
  ['never answers', () => undefined],
  ['sends the status line and waits', (socket) => socket.write(`HTTP/1.1 200 OK${CRLF}`)],
  ['drips its headers', (socket) => drip(socket, `HTTP/1.1 200 OK${CRLF}`, `X-Drip: 1${CRLF}`)],
  ['drips its body', (socket) => drip(socket, answer('200 OK', head('Content-Length: 10000'), '['), ' ')],
  [
    'drips chunks',
    (socket) =>
      drip(socket, answer('200 OK', head('Transfer-Encoding: chunked'), `1${CRLF}[${CRLF}`), `1${CRLF} ${CRLF}`),
  ],
  ['sends 100 Continue for ever', (socket) => drip(socket, '', answer('100 Continue', [], ''))],
];

describe.concurrent('a slow server that', () => {
  it.each(SLOW)('%s ends the run after a few time-outs: incomplete', async (_name, reply) => {
    const server = await serveRaw(reply);
    const checked = await check(server.baseUrl, { args: ['--timeout', '1'] });
    expectUnshaken(checked);
    expect(checked.code).toBe(3);
    expect(server.seen.length).toBeLessThanOrEqual(8);
  });

  it.each(SLOW)('%s after ten good answers ends the run after a few time-outs', async (_name, reply) => {
    const server = await serveRaw((socket, text, number) =>
      number > 10 ? reply(socket, text, number) : socket.write(fine()),
    );
    const checked = await check(server.baseUrl, { args: ['--timeout', '1', '--window', '1'] });
    expectUnshaken(checked);
    expect(server.seen.length).toBeLessThanOrEqual(18);
  });

  it('an odd time-out is refused: exit 2', async () => {
    const checked = await check('http://127.0.0.1:9/v1', { args: ['--timeout', '0'] });
    expect(checked.code).toBe(2);
    expect(checked.stderr).toContain('--timeout:');
  });
});
