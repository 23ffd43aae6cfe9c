import type { MemorySocket } from '../socket-pair.ts';
import { now, world } from '../world.ts';

export const CRLF = '\r\n';
export const ANIMALS = '[{"id":1,"name":"Rex","categoryId":2,"status":"available"}]';

/** What a server does once it has read a request. */
export type Reply = (socket: MemorySocket, head: string, number: number) => void;

/** The text of a complete response. */
export function answer(status: string, headers: readonly string[], body: string): string {
  return [`HTTP/1.1 ${status}`, ...headers, '', body].join(CRLF);
}

/** Rate headers of a Pro key that has been used a little. */
export function rate(): Record<string, string> {
  return {
    'X-RateLimit-Limit': '300',
    'X-RateLimit-Remaining': '200',
    'X-RateLimit-Reset': String(Math.ceil(now() / 1000) + 30),
  };
}

/** The header lines of a valid response, and more. */
export function head(...more: readonly string[]): string[] {
  const lines = Object.entries(rate()).map(([name, value]) => `${name}: ${value}`);
  return [`Date: ${new Date(now()).toUTCString()}`, 'Content-Type: application/json', ...lines, ...more];
}

/** A valid response, the same to any request. */
export function fine(body = ANIMALS): string {
  return answer('200 OK', head(`Content-Length: ${Buffer.byteLength(body)}`), body);
}

/** Writes the same again and again, as fast as the other side reads. */
export function flood(socket: MemorySocket, text: string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(text));
    if (!socket.destroyed) socket.once('drain', more);
  };
  more();
}

/** Writes a little every 50 ms, so that an idle time-out never strikes. */
export function drip(socket: MemorySocket, first: string, drop: string): void {
  const { clock } = world();
  socket.write(first);
  const again = () => {
    if (socket.destroyed) return;
    socket.write(drop);
    clock.after(50, again);
  };
  clock.after(50, again);
}
