import { describe, expect, it } from 'vitest';
import { expectUnshaken } from '../../outcome/checked.ts';
import { check } from '../check.ts';
import { serveRaw } from '../servers.ts';
import { ANIMALS, answer, CRLF, drip, fine, flood, head, type Reply } from './replies.ts';

const write =
  (text: () => string): Reply =>
  (socket) =>
    socket.write(text());

const end =
  (text: () => string): Reply =>
  (socket) =>
    socket.end(text());

const CHUNKED = 'Transfer-Encoding: chunked';

/** A response with these header lines, and the usual ones. */
const withHead = (headers: readonly string[], body = '[]', status = '200 OK') =>
  write(() => answer(status, head(...headers), body));

/** Header lines that need no others, with an empty list. */
const empty = (...headers: readonly string[]) => withHead([...headers, 'Content-Length: 2']);

const ROWS: readonly (readonly [name: string, reply: Reply])[] = [
  ['closes without a word', (socket) => socket.destroy()],
  ['resets the connection', (socket) => socket.resetAndDestroy()],
  ['speaks SSH', write(() => `SSH-2.0-OpenSSH_9.6${CRLF}`)],
  ['floods with garbage', (socket) => flood(socket, 'x'.repeat(65_536))],
  ['sends more than it promised', withHead(['Content-Length: 2'], ANIMALS)],
  ['promises two lengths', withHead(['Content-Length: 2', 'Content-Length: 60'], ANIMALS)],
  ['sends broken chunks', end(() => answer('200 OK', head(CHUNKED), `zz${CRLF}[]${CRLF}`))],
  ['answers 101', write(() => answer('101 Switching Protocols', ['Upgrade: websocket', 'Connection: Upgrade'], ''))],
  ['answers 204 with a body', withHead(['Content-Length: 59'], ANIMALS, '204 No Content')],
  ['closes after each answer without saying so', end(() => fine())],
  ['answers status 999', write(() => fine().replace('200 OK', '999 Odd'))],
  [
    'never ends its headers',
    (socket) => flood(socket, `HTTP/1.1 200 OK${CRLF}${`X-More: ${'y'.repeat(900)}${CRLF}`.repeat(60)}`),
  ],
  ['sends ten thousand headers', empty(...Array.from({ length: 10_000 }, (_, i) => `X-${i}: ${i}`))],
  ['sends a NUL in a header', empty('X-Nul: a\u0000b')],
  [
    'sends bytes above ASCII in headers',
    (socket) =>
      socket.write(Buffer.from(answer('200 OK', head('X-Raw: \xff\xe9\x9b2J', 'Content-Length: 2'), '[]'), 'latin1')),
  ],
  ...[
    { Limit: 'many', Remaining: '0x10', Reset: 'soon' },
    { Limit: '9'.repeat(1000), Remaining: '8'.repeat(1000), Reset: '7'.repeat(1000) },
  ].map((values): readonly [string, Reply] => [
    `names ${values.Reset.slice(0, 20)} as Reset`,
    write(() => {
      const lines = Object.entries(values).map(([name, value]) => `X-RateLimit-${name}: ${value}`);
      return answer(
        '200 OK',
        ['Date: yesterday', 'Age: -1', 'Retry-After: never', ...lines, 'Content-Length: 2'],
        '[]',
      );
    }),
  ]),
];

describe('a server that breaks HTTP', () => {
  it.each(ROWS)('%s: the check ends as failed or incomplete', async (_name, reply) => {
    const server = await serveRaw(reply);
    expectUnshaken(await check(server.baseUrl));
    expect(server.seen.length).toBeLessThanOrEqual(140);
  });

  it('may send 103 and 102 before each response', async () => {
    const early = answer('103 Early Hints', ['Link: </style.css>; rel=preload'], '') + answer('102 Processing', [], '');
    const server = await serveRaw((socket) => socket.write(early + fine()));
    const checked = await check(server.baseUrl);
    expectUnshaken(checked);
    expect(checked.result?.requests.byStatus['200']).toBeGreaterThan(40);
  });
});

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
