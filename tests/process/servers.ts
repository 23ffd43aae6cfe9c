import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import { join } from 'node:path';
import type { Network } from '../../src/io/io.ts';
import { REAL_IO } from '../real-io.ts';
import { serversOn, type WatchedOptions } from '../servers.ts';

const { listen, ...servers } = serversOn(() => REAL_IO);
export const { conforming, serve } = servers;

export const serveTls = (options: ServerOptions, handler: RequestListener) =>
  listen((all) => createServer(options, all), handler, 'https');

/** A conforming service behind TLS. Its address begins with `http:` all the same. */
export const conformingTls = (tls: ServerOptions, options: WatchedOptions) => {
  const network: Network = {
    listen: (server, ...at) =>
      REAL_IO.network.listen(
        createServer(tls, (...both) => server.emit('request', ...both)),
        ...at,
      ),
  };
  return serversOn(() => ({ ...REAL_IO, network })).conforming(options);
};

/** A certificate of its own with its private key, as files `NAME.crt` and `NAME.key`. */
export function certificate(folder: string, name: string): { cert: string; key: string } {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
  const what = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', cert];
  const names = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...what, ...names], { stdio: 'ignore' });
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
}
