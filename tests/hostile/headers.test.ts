import { describe, expect, it } from 'vitest';
import { check, expectUnshaken } from '../cli/check.ts';
import { serveRaw } from '../cli/servers.ts';
import { ANIMALS, answer, CRLF, fine, flood, head, type Reply } from './replies.ts';

const HEADERS: readonly (readonly [name: string, reply: Reply])[] = [
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

describe.concurrent('a server that, in status or headers,', () => {
  it.each(HEADERS)('%s: exit 1 or 3, no crash, no hang', async (_name, reply) => {
    const server = await serveRaw(reply);
    const checked = await check(server.baseUrl, { args: ['--window', '1'] });
    expectUnshaken(checked);
    expect(server.seen.length).toBeLessThanOrEqual(130);
  });
});
