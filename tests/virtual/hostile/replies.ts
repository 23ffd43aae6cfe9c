import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { now } from '../world.ts';

const CRLF = '\r\n';
const ANIMALS = '[{"id":1,"name":"Rex","categoryId":2,"status":"available"}]';

/** What a server does once it has read a request. */
export type Reply = (socket: Socket, number: number) => unknown;

/** The text of a complete response. */
export const answer = (status: string, headers: readonly string[], body: string) =>
  [`HTTP/1.1 ${status}`, ...headers, '', body].join(CRLF);

/** Rate headers of a Pro key that has been used a little. */
export const rate = (): Record<string, string> => ({
  'X-RateLimit-Limit': '300',
  'X-RateLimit-Remaining': '200',
  'X-RateLimit-Reset': String(Math.ceil(now() / 1000) + 30),
});

/** The header lines of a valid response, and more. */
export function head(...more: readonly string[]): string[] {
  const lines = Object.entries(rate()).map(([name, value]) => `${name}: ${value}`);
  return [`Date: ${new Date(now()).toUTCString()}`, 'Content-Type: application/json', ...lines, ...more];
}

/** A valid response, the same to any request. */
export const fine = () => answer('200 OK', head(`Content-Length: ${ANIMALS.length}`), ANIMALS);

/** Writes the same again and again, as fast as the other side reads. */
export function flood(stream: Writable, text: string): void {
  const more = () => {
    while (!stream.destroyed && stream.write(text));
    if (!stream.destroyed) stream.once('drain', more);
  };
  more();
}

const write =
  (text: () => string): Reply =>
  (socket) =>
    socket.write(text(), 'latin1');
const end =
  (text: () => string): Reply =>
  (socket) =>
    socket.end(text(), 'latin1');

/** A response with these header lines, and the usual ones. */
const withHead = (headers: readonly string[], body = '[]', status = '200 OK') =>
  write(() => answer(status, head(...headers), body));
const empty = (...headers: readonly string[]) => withHead([...headers, 'Content-Length: 2']);
const rates = (limit: string, remaining: string, reset: string) =>
  write(() => {
    const values = { Limit: limit, Remaining: remaining, Reset: reset };
    const lines = Object.entries(values).map(([name, value]) => `X-RateLimit-${name}: ${value}`);
    return answer('200 OK', ['Date: yesterday', 'Age: -1', 'Retry-After: never', ...lines, 'Content-Length: 2'], '[]');
  });

/** Replies that are not HTTP, or not as HTTP should be, and the exit code of a check. */
export const BROKEN: readonly (readonly [name: string, code: 1 | 3, reply: Reply])[] = [
  ['closes without a word', 3, (socket) => socket.destroy()],
  ['resets the connection', 3, (socket) => socket.resetAndDestroy()],
  ['speaks SSH', 3, write(() => `SSH-2.0-OpenSSH_9.6${CRLF}`)],
  ['floods with garbage', 3, (socket) => flood(socket, 'x'.repeat(65_536))],
  ['sends more than it promised', 1, withHead(['Content-Length: 2'], ANIMALS)],
  ['promises two lengths', 3, withHead(['Content-Length: 2', 'Content-Length: 60'], ANIMALS)],
  ['sends broken chunks', 3, end(() => answer('200 OK', head('Transfer-Encoding: chunked'), `zz${CRLF}[]${CRLF}`))],
  ['answers 101', 3, write(() => answer('101 Switching Protocols', ['Upgrade: websocket', 'Connection: Upgrade'], ''))],
  ['answers 204 with a body', 3, withHead(['Content-Length: 59'], ANIMALS, '204 No Content')],
  ['closes after each answer without saying so', 1, end(fine)],
  ['answers status 999', 1, write(() => fine().replace('200 OK', '999 Odd'))],
  [
    'never ends its headers',
    3,
    (socket) => flood(socket, `HTTP/1.1 200 OK${CRLF}${`X: ${'y'.repeat(900)}${CRLF}`.repeat(60)}`),
  ],
  ['sends ten thousand headers', 3, empty(...Array.from({ length: 10_000 }, (_, i) => `X-${i}: ${i}`))],
  ['sends a NUL in a header', 3, empty('X-Nul: a\u0000b')],
  ['sends bytes above ASCII in headers', 1, empty('X-Raw: \xff\xe9\x9b2J')],
  ['names soon as Reset', 3, rates('many', '0x10', 'soon')],
  ['names a thousand digits as Reset', 3, rates('9'.repeat(1000), '8'.repeat(1000), '7'.repeat(1000))],
];
