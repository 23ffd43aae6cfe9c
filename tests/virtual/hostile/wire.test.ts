import { describe, expect, it } from 'vitest';
import { expectUnshaken } from '../../outcome/checked.ts';
import { check } from '../check.ts';
import { serveRaw } from '../servers.ts';
import { world } from '../world.ts';
import { ANIMALS, answer, CRLF, fine, flood, head, type Reply } from './replies.ts';

type Row = readonly [name: string, reply: Reply];

/** A response with these header lines besides the usual ones. */
const withHead =
  (headers: readonly string[], body = '[]', status = '200 OK'): Reply =>
  (socket) =>
    socket.write(answer(status, head(...headers), body));

/** Only these header lines, and an empty list. */
const withOnly =
  (...headers: readonly string[]): Reply =>
  (socket) =>
    socket.write(answer('200 OK', [...headers, 'Content-Length: 2'], '[]'));

const empty = (...headers: readonly string[]): Reply => withHead([...headers, 'Content-Length: 2']);

const LENGTH = `Content-Length: ${ANIMALS.length}`;

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
  ['sends more than it promised', withHead(['Content-Length: 2'], ANIMALS)],
  ['promises a negative length', withHead(['Content-Length: -5'], ANIMALS)],
  [
    'promises an absurd length',
    (socket) => socket.end(answer('200 OK', head('Content-Length: 99999999999999999999'), ANIMALS)),
  ],
  ['promises two lengths', withHead(['Content-Length: 2', 'Content-Length: 60'], ANIMALS)],
  [
    'promises a length and chunks',
    withHead(['Content-Length: 3', 'Transfer-Encoding: chunked'], `3${CRLF}[1]${CRLF}0${CRLF}${CRLF}`),
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
  ['answers 204 with a body', withHead(['Content-Length: 59'], ANIMALS, '204 No Content')],
  ['answers twice', (socket) => socket.write(fine() + fine('[]'))],
  ['answers seven times', (socket) => socket.write(fine('[]').repeat(7))],
  ['closes after each answer without saying so', (socket) => socket.end(fine())],
  [
    'closes after each answer and says so',
    (socket) => socket.end(answer('200 OK', head('Connection: close', LENGTH), ANIMALS)),
  ],
  ['ends its body by closing', (socket) => socket.end(answer('200 OK', head(), ANIMALS))],
];

const JSON_TYPE = 'Content-Type: application/json';

/** Status lines and headers. */
const HEADERS: readonly Row[] = [
  ['answers status 999', (socket) => socket.write(fine().replace('200 OK', '999 Odd'))],
  ['answers status 0', (socket) => socket.write(fine().replace('200 OK', '000 None'))],
  ['answers status 2000', (socket) => socket.write(fine().replace('200 OK', '2000 Many'))],
  [
    'never ends its headers',
    (socket) => flood(socket, `HTTP/1.1 200 OK${CRLF}${`X-More: ${'y'.repeat(900)}${CRLF}`.repeat(60)}`),
  ],
  ['sends a header of a megabyte', empty(`X-Big: ${'z'.repeat(1_000_000)}`)],
  ['sends ten thousand headers', empty(...Array.from({ length: 10_000 }, (_, i) => `X-${i}: ${i}`))],
  [
    'sends its rate headers twice',
    empty('X-RateLimit-Remaining: 7', 'x-ratelimit-remaining: -1', 'X-RateLimit-Limit: 1e9'),
  ],
  ['names two media types', empty('Content-Type: text/html')],
  ['sends a header without a name', empty(': nameless')],
  ['sends a NUL in a header', empty('X-Nul: a\u0000b')],
  [
    'sends bytes above ASCII in headers',
    (socket) => {
      const text = answer('200 OK', head('X-Raw: \xff\xfe\xe9\x9b2J', 'Content-Length: 2'), '[]');
      socket.write(Buffer.from(text, 'latin1'));
    },
  ],
  ['names gzip and sends none', withHead(['Content-Encoding: gzip', LENGTH], ANIMALS)],
  ['names an unknown coding', withHead(['Content-Encoding: zip, gzip, br', LENGTH], ANIMALS)],
  [
    'sends words for dates and numbers',
    withOnly(
      'Date: yesterday',
      'X-RateLimit-Limit: many',
      'X-RateLimit-Remaining: 0x10',
      'X-RateLimit-Reset: soon',
      'Age: -1',
      'Retry-After: never',
    ),
  ],
  [
    'resets in the year 200000',
    withOnly(JSON_TYPE, 'X-RateLimit-Limit: 300', 'X-RateLimit-Remaining: 250', 'X-RateLimit-Reset: 6249223190400'),
  ],
  [
    'sends numbers of a thousand digits',
    withOnly(
      JSON_TYPE,
      `X-RateLimit-Limit: ${'9'.repeat(1000)}`,
      `X-RateLimit-Remaining: ${'8'.repeat(1000)}`,
      `X-RateLimit-Reset: ${'7'.repeat(1000)}`,
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
