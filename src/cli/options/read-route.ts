import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Route as ClientRoute } from '../../client/send.ts';
import { codeOf } from '../../io/files.ts';
import type { K6Route } from '../../k6/run/environment.ts';
import type { Call } from './call.ts';

/** The client's route to the service, and the same for k6. */
export type Route = ClientRoute & K6Route;

/** Reads `--proxy`, `--ca` and the target's client certificate. Adds every problem. */
export function readRoute(call: Call): Route {
  const { proxy, ca } = call.settings;
  const caText = ca === undefined ? undefined : read(ca, '--ca', call);
  return {
    ...(proxy === undefined ? {} : { proxy }),
    ...(ca === undefined || caText === undefined ? {} : { ca: caText, caFile: resolve(call.io.cwd, ca) }),
    ...clientCertificate(call),
  };
}

function clientCertificate(call: Call): Pick<Route, 'cert' | 'key' | 'certificate'> {
  const files = call.settings.clientCertificate;
  if (files === undefined) return {};
  const cert = read(files.cert, 'clientCertificate.cert', call);
  const key = read(files.key, 'clientCertificate.key', call);
  if (cert === undefined || key === undefined) return {};
  return { cert, key, certificate: { cert: resolve(call.io.cwd, files.cert), key: resolve(call.io.cwd, files.key) } };
}

function read(path: string, what: string, { problems, io }: Call): string | undefined {
  try {
    const text = readFileSync(resolve(io.cwd, path), 'utf8');
    if (!text.includes('-----BEGIN ')) return problems.add(`${what}: ${path} is not PEM`);
    return text;
  } catch (error) {
    return problems.add(`${what}: cannot read ${path} (${codeOf(error)})`);
  }
}
