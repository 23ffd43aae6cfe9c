import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { join } from 'node:path';
import { type Dispatcher, request as httpRequest } from 'undici';
import type { ReferenceOptions } from '../../src/reference/server/service.ts';
import { REAL_IO } from '../real-io.ts';
import { startWatched, type Watched } from '../reference/watched.ts';
import { type Change, type Listening, listeningOn, passOn } from '../servers.ts';

const listening = async (server: Server, seen: string[], scheme = 'http', host = '127.0.0.1'): Promise<Listening> => {
  server.on('connection', (socket: Socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return listeningOn(port, host, seen, scheme);
};

/** A server on node:http whose handler may be as hostile as it likes. */
export function serve(handler: RequestListener, host = '127.0.0.1'): Promise<Listening> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.on('error', () => undefined);
    handler(request, response);
  });
  server.keepAliveTimeout = 60_000;
  return listening(server, seen, 'http', host);
}

export function serveTls(options: ServerOptions, handler: RequestListener): Promise<Listening> {
  return listening(createTlsServer(options, handler), [], 'https');
}

/** A certificate of its own with its private key, as files `NAME.crt` and `NAME.key`. */
export function certificate(folder: string, name: string): { cert: string; key: string } {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
  const what = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', cert];
  const names = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...what, ...names], { stdio: 'ignore' });
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
}

/** A conforming service, until the process of its tests ends. Keys given here are valid and never run into a limit, unless the plan says so. */
export function conforming(options: ReferenceOptions = {}): Promise<Watched> {
  return startWatched(options, REAL_IO);
}

/** A balancer before a service. */
export function between(service: { readonly port: number }, change: Change, host?: string): Promise<Listening> {
  return serve(passOnTo(service, change), host);
}

/** Passes requests on to a service of this machine, and its answers back. */
export const passOnTo = ({ port }: { readonly port: number }, change: Change): RequestListener =>
  passOn(async (path, { method, ...request }) => {
    const target = { method: method as Dispatcher.HttpMethod, ...request };
    const answer = await httpRequest(`http://127.0.0.1:${port}${path}`, target);
    return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(await answer.body.arrayBuffer()) };
  }, change);
