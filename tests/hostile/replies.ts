import type { Socket } from 'node:net';

export const CRLF = '\r\n';
export const ANIMALS = '[{"id":1,"name":"Rex","categoryId":2,"status":"available"}]';

/** What a server does once it has read a request. */
export type Reply = (socket: Socket, head: string, number: number) => void;

/** The text of a whole answer. */
export function answer(status: string, headers: readonly string[], body: string): string {
  return [`HTTP/1.1 ${status}`, ...headers, '', body].join(CRLF);
}

/** The header lines of a decent answer, and more. */
export function head(...more: readonly string[]): string[] {
  const reset = Math.ceil(Date.now() / 1000) + 30;
  const rate = ['X-RateLimit-Limit: 300', 'X-RateLimit-Remaining: 200', `X-RateLimit-Reset: ${reset}`];
  return [`Date: ${new Date().toUTCString()}`, 'Content-Type: application/json', ...rate, ...more];
}

/** A decent answer, the same whatever was asked. */
export function fine(body = ANIMALS): string {
  return answer('200 OK', head(`Content-Length: ${Buffer.byteLength(body)}`), body);
}

/** Writes the same again and again, as fast as the other side takes it. */
export function flood(socket: Socket, text: string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(text));
    if (!socket.destroyed) socket.once('drain', more);
  };
  more();
}

/** Writes a little now and then, so that no idle time-out strikes. */
export function drip(socket: Socket, first: string, drop: string): void {
  socket.write(first);
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(drop)), 50);
}
