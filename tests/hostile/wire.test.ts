import { describe, expect, it } from 'vitest';
import { check, expectUnshaken } from '../cli/check.ts';
import { serveRaw } from '../cli/servers.ts';
import { ANIMALS, answer, CRLF, fine, flood, head, type Reply } from './replies.ts';

/** Connections, framing and lengths. */
const WIRES: readonly (readonly [name: string, reply: Reply])[] = [
  ['closes without a word', (socket) => socket.destroy()],
  ['resets the connection', (socket) => socket.resetAndDestroy()],
  ['closes in the middle of the head', (socket) => socket.end(`HTTP/1.1 200 OK${CRLF}Content-Ty`)],
  ['closes in the middle of the body', (socket) => socket.end(fine().slice(0, -10))],
  [
    'resets in the middle of the body',
    (socket) => socket.write(fine().slice(0, -10), () => setTimeout(() => socket.resetAndDestroy(), 20)),
  ],
  ['speaks garbage', (socket) => socket.end('\u0000\u0001\u0002 not HTTP at all \xff\xfe\n\n\n')],
  ['speaks SSH', (socket) => socket.write(`SSH-2.0-OpenSSH_9.6${CRLF}`)],
  ['speaks SMTP', (socket) => socket.end(`220 mail.example.com ESMTP${CRLF}500 what?${CRLF}`)],
  ['floods with garbage', (socket) => flood(socket, 'x'.repeat(65_536))],
  ['speaks HTTP/0.9', (socket) => socket.end(ANIMALS)],
  ['speaks HTTP/3.7', (socket) => socket.end(fine().replace('HTTP/1.1', 'HTTP/3.7'))],
  ['promises more than it sends', (socket) => socket.end(answer('200 OK', head('Content-Length: 5000'), ANIMALS))],
  ['sends more than it promised', (socket) => socket.write(answer('200 OK', head('Content-Length: 2'), ANIMALS))],
  ['promises a negative length', (socket) => socket.write(answer('200 OK', head('Content-Length: -5'), ANIMALS))],
  [
    'promises an absurd length',
    (socket) => socket.end(answer('200 OK', head('Content-Length: 99999999999999999999'), ANIMALS)),
  ],
  [
    'promises two lengths',
    (socket) => socket.write(answer('200 OK', head('Content-Length: 2', 'Content-Length: 60'), ANIMALS)),
  ],
  [
    'promises a length and chunks',
    (socket) =>
      socket.write(
        answer('200 OK', head('Content-Length: 3', 'Transfer-Encoding: chunked'), `3${CRLF}[1]${CRLF}0${CRLF}${CRLF}`),
      ),
  ],
  [
    'sends broken chunks',
    (socket) => socket.end(answer('200 OK', head('Transfer-Encoding: chunked'), `zz${CRLF}[]${CRLF}`)),
  ],
  [
    'breaks off between chunks',
    (socket) => socket.end(answer('200 OK', head('Transfer-Encoding: chunked'), `3${CRLF}[1,${CRLF}`)),
  ],
  [
    'answers 101',
    (socket) => socket.write(answer('101 Switching Protocols', ['Upgrade: websocket', 'Connection: Upgrade'], '')),
  ],
  ['answers 100 and then nothing more', (socket) => socket.end(answer('100 Continue', [], ''))],
  ['answers 204 with a body', (socket) => socket.write(answer('204 No Content', head('Content-Length: 59'), ANIMALS))],
  ['answers twice', (socket) => socket.write(fine() + fine('[]'))],
  ['answers seven times', (socket) => socket.write(fine('[]').repeat(7))],
  ['closes after each answer without saying so', (socket) => socket.end(fine())],
  [
    'closes after each answer and says so',
    (socket) => socket.end(answer('200 OK', head('Connection: close', `Content-Length: ${ANIMALS.length}`), ANIMALS)),
  ],
  ['ends its body by closing', (socket) => socket.end(answer('200 OK', head(), ANIMALS))],
];

describe.concurrent('a server on the wire that', () => {
  it.each(WIRES)('%s: exit 1 or 3, no crash, no hang', async (_name, reply) => {
    const server = await serveRaw(reply);
    const checked = await check(server.baseUrl, { args: ['--window', '1'] });
    expectUnshaken(checked);
    expect(server.seen.length).toBeLessThanOrEqual(130);
  });

  it('sends 103 and 102 before each answer is as good as any', async () => {
    const early = answer('103 Early Hints', ['Link: </style.css>; rel=preload'], '') + answer('102 Processing', [], '');
    const server = await serveRaw((socket) => socket.write(early + fine()));
    const checked = await check(server.baseUrl, { args: ['--window', '1'] });
    expectUnshaken(checked);
    expect(checked.result?.requests.byStatus['200']).toBeGreaterThan(40);
  });

  it.each([
    ['answers before anything was asked', (): Reply => () => undefined],
    ['answers before anything was asked, and again after', (): Reply => (socket) => socket.write(fine())],
  ])('%s: exit 1 or 3, no crash, no hang', async (_name, reply) => {
    const server = await serveRaw(reply(), (socket) => socket.write(fine('[]')));
    expectUnshaken(await check(server.baseUrl, { args: ['--window', '1', '--timeout', '1'] }));
  });
});
