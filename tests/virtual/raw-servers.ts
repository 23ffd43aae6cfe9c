import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { MemorySocket } from './socket-pair.ts';

export type Raw = Socket | MemorySocket;

const head = (...lines: string[]) => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
/** Waits a moment: in virtual time, or not. */
export type Soon = (action: () => void) => void;
type Behave = (socket: Raw, soon: Soon) => void;

const says =
  (text: string): Behave =>
  (socket) =>
    void socket.write(text);
const saysAndThen =
  (text: string, then: (socket: Raw) => void): Behave =>
  (socket, soon) => {
    socket.write(text);
    soon(() => then(socket));
  };
const destroy = (socket: Raw) => void socket.destroy();
const zipped = gzipSync('zipped');

/** What a server does when the first bytes of a request are there. */
export const BEHAVIOURS: Readonly<Record<string, Behave>> = {
  'a body of a stated length': says(
    `${head('x-ratelimit-limit: 60', 'X-Twice: a', 'X-Twice: b', 'Content-Length: 2')}ok`,
  ),
  'a chunked body': says(`${head('Transfer-Encoding: chunked')}2\r\nok\r\n3\r\nay!\r\n0\r\n\r\n`),
  'a body that ends with the connection': (socket) => void socket.end(`${head()}to the end`),
  '204': says('HTTP/1.1 204 No Content\r\n\r\n'),
  '304': says('HTTP/1.1 304 Not Modified\r\n\r\n'),
  '429': says('HTTP/1.1 429 Too Many Requests\r\nContent-Length: 2\r\n\r\nno'),
  '503': says('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 2\r\n\r\nno'),
  'a redirect': says('HTTP/1.1 301 Moved\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n'),
  'an early hint': says(`HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n${head('Content-Length: 2')}ok`),
  'a body that is cut off': saysAndThen(`${head('Content-Length: 100')}only`, destroy),
  'a chunk that is cut off': saysAndThen(`${head('Transfer-Encoding: chunked')}5\r\non`, destroy),
  'a header that is cut off': saysAndThen('HTTP/1.1 200 OK\r\nContent-Le', destroy),
  'a reset before the response': (socket) => void socket.resetAndDestroy(),
  'a reset in the body': saysAndThen(`${head('Content-Length: 100')}only`, (socket) => void socket.resetAndDestroy()),
  'a connection that is closed': (socket) => void socket.end(),
  'no response': () => {},
  'half a response': says(`${head('Content-Length: 100')}only`),
  'another protocol': says('220 mail.example.com ESMTP\r\n\r\n'),
  'a status that is no number': says('HTTP/1.1 abc OK\r\n\r\n'),
  'a status of two digits': says('HTTP/1.1 20 OK\r\n\r\n'),
  'one word': says('hello\r\n'),
  'another version': says('HTTP/x.1 200 OK\r\n\r\n'),
  'a header without a colon': says(`${head('no colon here', 'Content-Length: 2')}ok`),
  'a folded header': says(`${head('X-Folded: a', ' b', 'Content-Length: 2')}ok`),
  'lines that end with LF': says('HTTP/1.1 200 OK\nContent-Length: 2\n\nok'),
  'two lengths': says(`${head('Content-Length: 2', 'Content-Length: 3')}oke`),
  'a length that is no number': says(`${head('Content-Length: x')}ok`),
  'a chunk without a length': says(`${head('Transfer-Encoding: chunked')}zz\r\n`),
  'a compressed body': (socket) => {
    socket.write(head('Content-Encoding: gzip', `Content-Length: ${zipped.length}`));
    socket.write(zipped);
  },
  'a body that claims to be compressed': says(`${head('Content-Encoding: gzip', 'Content-Length: 2')}ok`),
};
