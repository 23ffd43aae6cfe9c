import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type ServerOptions } from 'node:https';
import { join } from 'node:path';
import type { Network } from '../../src/io/io.ts';
import { REAL_IO } from '../support/real-io.ts';
import { serversOn } from '../support/servers.ts';

export const { conforming, serve } = serversOn(() => REAL_IO);

/** Servers behind TLS, whose addresses begin with `http:` all the same. */
export function serversOverTls(options: ServerOptions) {
  const listen: Network['listen'] = (server, ...at) =>
    REAL_IO.network.listen(
      createServer(options, (...both) => server.emit('request', ...both)),
      ...at,
    );
  return serversOn(() => ({ ...REAL_IO, network: { listen } }));
}

/** A certificate of its own with its private key, as files `NAME.crt` and `NAME.key`. */
export function certificate(folder: string, name: string): { cert: string; key: string } {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
  const what = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', cert];
  const names = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...what, ...names], { stdio: 'ignore' });
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
}
