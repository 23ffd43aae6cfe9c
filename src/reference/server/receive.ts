import type { IncomingMessage } from 'node:http';
import type { Operation, Request } from '../message.ts';

const MAX_BODY = 1_000_000;

/** Reads the complete request. A body beyond a megabyte is cut, which makes it malformed. */
export async function receive(incoming: IncomingMessage, serial: number, connection: number): Promise<Request> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length <= MAX_BODY) chunks.push(bytes);
  }
  const [path = '', query = ''] = (incoming.url ?? '').split(/\?(.*)/s);
  const method = incoming.method ?? 'GET';
  return {
    serial,
    connection,
    remote: incoming.socket.remoteAddress ?? 'unknown',
    method,
    path,
    query: new URLSearchParams(query),
    headers: new Map(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
    body: Buffer.concat(chunks),
    operation: operationOf(method, path),
  };
}

function operationOf(method: string, path: string): Operation {
  const reads = method === 'GET' || method === 'HEAD';
  if (path === '/v1/pets') return reads ? 'list' : method === 'POST' ? 'create' : 'unlisted';
  return reads && /^\/v1\/pets\/[^/]+$/.test(path) ? 'get' : 'unlisted';
}
