import { describe, expect, it } from 'vitest';
import { expectUnshaken } from '../../outcome/checked.ts';
import { check } from '../check.ts';
import { serveRaw } from '../servers.ts';
import { world } from '../world.ts';
import { ANIMALS, answer, CRLF, fine, flood, head, type Reply } from './replies.ts';

type Row = readonly [name: string, reply: Reply];

/** Connections, framing and lengths. */
const WIRES: readonly Row[] = [
  ['closes without a word', (socket) => socket.destroy()],
  ['resets the connection', (socket) => socket.resetAndDestroy()],
  ['closes in the middle of the head', (socket) => socket.end(`HTTP/1.1 200 OK${CRLF}Content-Ty`)],
  ['closes in the middle of the body', (socket) => socket.end(fine().slice(0, -10))],
  [
    'resets in the middle of the body',
    (socket) => socket.write(fine().slice(0, -10), () => world().clock.after(20, () => socket.resetAndDestroy())),
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

/** Status lines and headers. */
const HEADERS: readonly Row[] = [
  ['answers status 999', (socket) => socket.write(fine().replace('200 OK', '999 Odd'))],
  ['answers status 0', (socket) => socket.write(fine().replace('200 OK', '000 None'))],
  ['answers status 2000', (socket) => socket.write(fine().replace('200 OK', '2000 Many'))],
  [
    'never ends its headers',
    (socket) => flood(socket, `HTTP/1.1 200 OK${CRLF}${`X-More: ${'y'.repeat(900)}${CRLF}`.repeat(60)}`),
  ],
  [
    'sends a header of a megabyte',
    (socket) => socket.write(answer('200 OK', head(`X-Big: ${'z'.repeat(1_000_000)}`, 'Content-Length: 2'), '[]')),
  ],
  [
    'sends ten thousand headers',
    (socket) =>
      socket.write(
        answer(
          '200 OK',
          [...head('Content-Length: 2'), ...Array.from({ length: 10_000 }, (_, i) => `X-${i}: ${i}`)],
          '[]',
        ),
      ),
  ],
  [
    'folds and doubles its rate headers',
    (socket) =>
      socket.write(
        answer(
          '200 OK',
          head('X-RateLimit-Remaining: 7', 'x-ratelimit-remaining: -1', 'X-RateLimit-Limit: 1e9', 'Content-Length: 2'),
          '[]',
        ),
      ),
  ],
  [
    'names two media types',
    (socket) => socket.write(answer('200 OK', head('Content-Type: text/html', 'Content-Length: 2'), '[]')),
  ],
  [
    'sends a header without a name',
    (socket) => socket.write(answer('200 OK', head(': nameless', 'Content-Length: 2'), '[]')),
  ],
  [
    'sends a NUL in a header',
    (socket) => socket.write(answer('200 OK', head('X-Nul: a\u0000b', 'Content-Length: 2'), '[]')),
  ],
  [
    'sends bytes above ASCII in headers',
    (socket) =>
      socket.write(
        Buffer.from(answer('200 OK', head('X-Raw: \xff\xfe\xe9\x9b2J', 'Content-Length: 2'), '[]'), 'latin1'),
      ),
  ],
  [
    'says gzip and sends none',
    (socket) =>
      socket.write(answer('200 OK', head('Content-Encoding: gzip', `Content-Length: ${ANIMALS.length}`), ANIMALS)),
  ],
  [
    'says a coding that nobody knows',
    (socket) =>
      socket.write(
        answer('200 OK', head('Content-Encoding: zip, gzip, br', `Content-Length: ${ANIMALS.length}`), ANIMALS),
      ),
  ],
  [
    'gives dates and numbers that are none',
    (socket) =>
      socket.write(
        answer(
          '200 OK',
          [
            'Date: yesterday',
            'X-RateLimit-Limit: many',
            'X-RateLimit-Remaining: 0x10',
            'X-RateLimit-Reset: soon',
            'Age: -1',
            'Retry-After: never',
            'Content-Length: 2',
          ],
          '[]',
        ),
      ),
  ],
  [
    'resets in the year 200000',
    (socket) =>
      socket.write(
        answer(
          '200 OK',
          [
            'Content-Type: application/json',
            'X-RateLimit-Limit: 300',
            'X-RateLimit-Remaining: 250',
            'X-RateLimit-Reset: 6249223190400',
            'Content-Length: 2',
          ],
          '[]',
        ),
      ),
  ],
  [
    'has numbers of a thousand digits',
    (socket) =>
      socket.write(
        answer(
          '200 OK',
          [
            'Content-Type: application/json',
            `X-RateLimit-Limit: ${'9'.repeat(1000)}`,
            `X-RateLimit-Remaining: ${'8'.repeat(1000)}`,
            `X-RateLimit-Reset: ${'7'.repeat(1000)}`,
            'Content-Length: 2',
          ],
          '[]',
        ),
      ),
  ],
];

describe('a server that breaks HTTP', () => {
  it.each([...WIRES, ...HEADERS])('%s: the check ends as failed or incomplete', async (_name, reply) => {
    const server = await serveRaw(reply);
    expectUnshaken(await check(server.baseUrl));
    expect(server.seen.length).toBeLessThanOrEqual(130);
  });

  it.each<[string, Reply]>([
    ['answers before any request', () => undefined],
    ['answers before any request and again after it', (socket) => socket.write(fine())],
  ])('%s: the check ends as failed or incomplete', async (_name, reply) => {
    const server = await serveRaw(reply, (socket) => socket.write(fine('[]')));
    expectUnshaken(await check(server.baseUrl));
  });

  it('may send 103 and 102 before each response', async () => {
    const early = answer('103 Early Hints', ['Link: </style.css>; rel=preload'], '') + answer('102 Processing', [], '');
    const server = await serveRaw((socket) => socket.write(early + fine()));
    const checked = await check(server.baseUrl);
    expectUnshaken(checked);
    expect(checked.result?.requests.byStatus['200']).toBeGreaterThan(40);
  });
});
